import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useDroppedFiles } from '#web/documents/useDroppedFiles.ts'

/** While a note is written: the browser would open a dropped file in place of the desk. */
export function NoFiles() {
  const [hasDropped, setHasDropped] = useState(false)
  useDroppedFiles(() => setHasDropped(true))
  return (
    <Box role="alert" sx={{ display: 'contents' }}>
      {hasDropped && (
        <Alert severity="info" role="presentation" onClose={() => setHasDropped(false)}>
          A note has no files. Choose Reply to send files to the customer.
        </Alert>
      )}
    </Box>
  )
}
