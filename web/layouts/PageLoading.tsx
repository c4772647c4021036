import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { sizes } from '#web/theme/sizes.ts'

export function PageLoading() {
  return (
    <Box sx={{ flexGrow: 1, display: 'grid', placeContent: 'center' }}>
      <LinearProgress aria-label="Loading page" color="inherit" sx={{ width: sizes.drawer, maxWidth: '80vw' }} />
    </Box>
  )
}
