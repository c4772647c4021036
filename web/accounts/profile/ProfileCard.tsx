import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode, type Ref } from 'react'

interface ProfileCardProps {
  title: string
  description: string
  /** Its heading can take the focus, when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One matter of the profile page. */
export function ProfileCard({ title, description, headingRef, children }: ProfileCardProps) {
  const titleId = useId()
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      sx={{ p: { xs: 2.5, sm: 4 }, display: 'grid', gap: 3, alignContent: 'start' }}
    >
      <Box>
        <Typography id={titleId} component="h2" variant="h6" ref={headingRef} tabIndex={-1} sx={{ outline: 'none' }}>
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
