import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useClosedWithSession } from '#web/enquiries/undo/useClosedWithSession.ts'
import { sizes } from '#web/theme/sizes.ts'

interface RefusedToastProps {
  text: string
  /** The address of the thread it was written to. */
  path: string
  onClosed: () => void
}

/** A comment that waited has been refused: it stays until its writer has seen to it. */
export function RefusedToast({ text, path, onClosed }: RefusedToastProps) {
  useClosedWithSession(onClosed)
  return (
    <Box
      sx={{
        pointerEvents: 'auto',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        py: 0.5,
        paddingInlineStart: 2,
        paddingInlineEnd: 0.5,
        maxWidth: sizes.undoToast,
        bgcolor: 'background.paper',
        borderRadius: 1,
        boxShadow: ({ vars }) => vars!.customShadows.dropdown,
      }}
    >
      <Box component="span" sx={{ display: 'flex', color: 'error.main' }}>
        <Icon name="triangle-alert" />
      </Box>
      <Typography variant="body2" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      <Button size="small" component={Link} to={path} onClick={onClosed} sx={{ flexShrink: 0 }}>
        Show
      </Button>
      <IconButton size="small" aria-label="Close" onClick={onClosed}>
        <Icon name="x" size="small" />
      </IconButton>
    </Box>
  )
}
