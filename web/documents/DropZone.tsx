import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Icon } from '#web/components/icons/Icon.tsx'
import { sizes } from '#web/theme/sizes.ts'

interface DropZoneProps {
  isOver: boolean
  text: string
}

/** Covers the form while files are dragged over the page. The text is sticky, so that it is visible in a long form. */
export function DropZone({ isOver, text }: DropZoneProps) {
  if (!isOver) return null
  return (
    <Box
      aria-hidden
      sx={(theme) => ({
        position: 'absolute',
        inset: theme.spacing(1),
        zIndex: 1,
        borderRadius: `${sizes.radius}px`,
        border: `2px dashed ${theme.vars!.palette.primary.main}`,
        backgroundColor: theme.alpha(theme.vars!.palette.background.paper, 0.92),
        pointerEvents: 'none',
      })}
    >
      <Box
        sx={{
          position: 'sticky',
          top: '35vh',
          display: 'grid',
          justifyItems: 'center',
          gap: 1,
          py: 6,
          color: 'primary.text',
        }}
      >
        <Icon name="upload" size="large" />
        <Typography variant="subtitle1" component="p">
          {text}
        </Typography>
      </Box>
    </Box>
  )
}
