import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode, Ref } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { sizes } from '#web/theme/sizes.ts'

interface NoticeProps {
  icon?: IconName
  /** In place of the icon. */
  picture?: ReactNode
  title: string
  level?: 'h1' | 'h2'
  /** All that a card shows, which has room of its own at its edges. */
  isInCard?: boolean
  /** Lets the heading take the focus. */
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
  action?: ReactNode
}

/** What stands where there is nothing to show: why, and what can be done. */
export function Notice({ icon, picture, title, level = 'h2', isInCard, headingRef, children, action }: NoticeProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 2,
        textAlign: 'center',
        overflowWrap: 'anywhere',
        ...(!isInCard && { py: { xs: 6, md: 10 }, px: 3 }),
      }}
    >
      {picture}
      {icon && (
        <Box sx={{ color: 'text.secondary', display: 'inline-flex' }}>
          <Icon name={icon} size="illustration" />
        </Box>
      )}
      <Typography component={level} variant="h5" ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </Typography>
      {children && <Typography sx={{ color: 'text.secondary', maxWidth: sizes.reading }}>{children}</Typography>}
      {action}
    </Box>
  )
}
