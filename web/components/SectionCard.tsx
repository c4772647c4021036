import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode, type Ref } from 'react'
import { sizes } from '#web/theme/sizes.ts'

interface SectionCardProps {
  title: string
  description: string
  /** Lets the page focus the heading. */
  headingRef?: Ref<HTMLHeadingElement>
  /** A button beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** One section of a page, as a card with a heading. */
export function SectionCard({ title, description, headingRef, action, children }: SectionCardProps) {
  const titleId = useId()
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      sx={{
        p: { xs: 2.5, sm: 4 },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 3,
        alignContent: 'start',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'start', gap: 2 }}>
        <Box sx={{ flex: '1 1 0', minWidth: 'min(100%, 200px)' }}>
          <Typography
            id={titleId}
            component="h2"
            variant="h6"
            ref={headingRef}
            tabIndex={-1}
            sx={{ outline: 'none', scrollMarginTop: `${2 * sizes.header.desktop}px` }}
          >
            {title}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {description}
          </Typography>
        </Box>
        {action}
      </Box>
      {children}
    </Card>
  )
}
