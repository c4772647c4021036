import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { linkParts } from './linkParts.ts'

interface MessageTextProps {
  text: string
}

/** The text as it was written: its line breaks stay, its links can be followed, nothing in it is markup. */
export function MessageText({ text }: MessageTextProps) {
  return (
    <Typography variant="body2" component="p" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {linkParts(text).map((part, index) =>
        part.href ? (
          <Link key={index} href={part.href} target="_blank" rel="noopener noreferrer" underline="always">
            {part.text}
          </Link>
        ) : (
          part.text
        ),
      )}
    </Typography>
  )
}
