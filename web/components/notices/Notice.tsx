import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode, Ref } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { sizes } from '#web/theme/sizes.ts'

interface NoticeProps {
  icon?: IconName
  /** Shown instead of an icon. */
  picture?: ReactNode
  title: string
  level?: 'h1' | 'h2'
  /** The notice is the only content of a card, which has its own padding. */
  isInCard?: boolean
  /** Makes the heading focusable. */
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
  action?: ReactNode
}

/** Says why there is nothing to show, and offers an action. */
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
