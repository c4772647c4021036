import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { sizeText } from '#contract/documents.ts'
import { useStorageUse } from '#web/documents/storageApi.ts'
import { isNearlyFull, StorageNotice } from '#web/documents/StorageNotice.tsx'

/** How much of its storage the company has used. */
export function StorageMeter() {
  const labelId = useId()
  const use = useStorageUse()
  if (!use) return null
  const percent = Math.min(100, Math.floor((use.usedBytes / use.quotaBytes) * 100))
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography id={labelId} variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          Storage: {sizeText(use.usedBytes)} of {sizeText(use.quotaBytes)} used
        </Typography>
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-labelledby={labelId}
          color={isNearlyFull(use) ? 'warning' : 'primary'}
        />
      </Box>
      <StorageNotice />
    </Box>
  )
}
