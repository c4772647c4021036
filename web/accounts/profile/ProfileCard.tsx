import Box from '@mui/material/Box'
import { useForkRef } from '@mui/material/utils'
import { useRef, type ReactNode, type Ref } from 'react'
import { SectionCard } from '#web/components/SectionCard.tsx'
import type { ProfilePart } from '#web/navigation/paths.ts'
import { useAskedPart } from '#web/navigation/useAskedPart.ts'

interface ProfileCardProps {
  part: ProfilePart
  title: string
  description: string
  /** Lets the card focus its heading when the focused element disappears. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One section of the profile page. An address that asks for its part scrolls to it. */
export function ProfileCard({ part, headingRef, ...card }: ProfileCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const ref = useForkRef(heading, headingRef)
  useAskedPart({
    [part]: () => {
      heading.current?.scrollIntoView()
      heading.current?.focus({ preventScroll: true })
    },
  })
  return <SectionCard headingRef={ref} {...card} />
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
