import GlobalStyles from '@mui/material/GlobalStyles'
import { deskSizes } from '#web/theme/deskSizes.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sidebarPadding, sidebarWidth, sizes } from '#web/theme/sizes.ts'

interface SidebarRailProps {
  /** A media query: the windows that are too narrow for the sidebar beside the page. */
  from: string
}

/** Narrows the sidebar to a rail of icons. Its texts are still there for screen readers. */
export function SidebarRail({ from }: SidebarRailProps) {
  return (
    <GlobalStyles
      styles={{
        [from]: {
          ':root': {
            [sidebarWidth]: `${deskSizes.rail}px`,
            [sidebarPadding]: `${(deskSizes.rail - sizes.navItem) / 2}px`,
          },
          'aside .rail-hidden': visuallyHidden,
          'aside .rail-bare': { justifyContent: 'center', padding: 0, backgroundColor: 'transparent' },
        },
      }}
    />
  )
}
