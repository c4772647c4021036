import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useForkRef } from '@mui/material/utils'
import { useId, useRef, type ReactNode, type Ref } from 'react'
import type { ProfilePart } from '#web/navigation/paths.ts'
import { useAskedPart } from '#web/navigation/useAskedPart.ts'
import { sizes } from '#web/theme/sizes.ts'

interface ProfileCardProps {
  part: ProfilePart
  title: string
  description: string
  /** Lets the card focus its heading when the focused element disappears. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One section of the profile page. An address that asks for its part scrolls to it. */
export function ProfileCard({ part, title, description, headingRef, children }: ProfileCardProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const ref = useForkRef(heading, headingRef)
  useAskedPart({
    [part]: () => {
      heading.current?.scrollIntoView()
      heading.current?.focus({ preventScroll: true })
    },
  })
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      sx={{ p: { xs: 2.5, sm: 4 }, display: 'grid', gap: 3, alignContent: 'start' }}
    >
      <Box>
        <Typography
          id={titleId}
          component="h2"
          variant="h6"
          ref={ref}
          tabIndex={-1}
          sx={{ outline: 'none', scrollMarginTop: `${2 * sizes.header.desktop}px` }}
        >
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {description}
        </Typography>
      </Box>
      {children}
    </Card>
  )
}

interface ProfileItemProps {
  children: ReactNode
}

/** One row of a list in a card. Its parts wrap below each other where there is no room for them side by side. */
export function ProfileItem({ children }: ProfileItemProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        py: 2,
        '&:not(:last-of-type)': { borderBottom: '1px dashed', borderColor: 'divider' },
        '&:first-of-type': { pt: 0 },
        '&:last-of-type': { pb: 0 },
      }}
    >
      {children}
    </Box>
  )
}
