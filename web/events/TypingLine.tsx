import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PresentPerson } from './presence.ts'

interface TypingLineProps {
  people: PresentPerson[]
}

/** The people who are typing. The line always has its height, so that nothing moves. */
export function TypingLine({ people }: TypingLineProps) {
  const names = people.filter(({ isTyping }) => isTyping).map(({ name }) => name)
  const text =
    names.length > 0 ? `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} writing…` : ''
  return (
    <Box sx={{ px: { xs: 1.5, sm: 3 }, height: ({ spacing }) => spacing(2.5) }}>
      <Typography
        component="output"
        variant="caption"
        noWrap
        dir="auto"
        sx={{ display: 'block', color: 'text.secondary' }}
      >
        {text}
      </Typography>
    </Box>
  )
}
