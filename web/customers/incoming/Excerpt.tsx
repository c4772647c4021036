import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useOpened } from '#web/chat/emails/openedParts.ts'

interface ExcerptProps {
  /** Of the email. */
  id: string
  text: string
}

const shownLines = 4
/** A text of at most this many characters fits into the lines of a narrow window. */
const maxShort = 140

/** The beginning of an email: a few lines, and the others on request. */
export function Excerpt({ id, text }: ExcerptProps) {
  const [isOpen, toggle] = useOpened(id)
  const isLong = text.length > maxShort || text.split('\n').length > shownLines
  const cut = { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: shownLines, overflow: 'hidden' }
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-wrap', ...(isLong && !isOpen && cut) }}>
        {text}
      </Typography>
      {isLong && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={isOpen}
          onClick={toggle}
          sx={{ mx: -0.625, color: 'text.secondary' }}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </Box>
  )
}
