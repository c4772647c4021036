import Link from '@mui/material/Link'
import { layers } from '#web/theme/sizes.ts'

/** The first stop of the Tab key. It skips the navigation (WCAG 2.4.1). */
export function SkipLink() {
  return (
    <Link
      href="#content"
      variant="subtitle2"
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: layers.navigation + 1,
        px: 2,
        py: 1.5,
        borderRadius: 1,
        bgcolor: 'background.paper',
        transform: 'translateY(-200%)',
        '&:focus': { transform: 'none' },
      }}
    >
      Skip to content
    </Link>
  )
}
