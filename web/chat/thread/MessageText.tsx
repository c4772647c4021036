import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import { linkParts } from './linkParts.ts'

interface MessageTextProps {
  text: string
  /** Shows the text between the links. */
  renderPlain?: (text: string) => ReactNode
}

/** Shows plain text with its line breaks and with links. Markup is not interpreted. */
export function MessageText({ text, renderPlain = (plain) => plain }: MessageTextProps) {
  return (
    <Typography variant="body2" component="p" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {linkParts(text).map((part, index) =>
        part.href ? (
          <Link key={index} href={part.href} target="_blank" rel="noopener noreferrer" underline="always">
            {part.text}
          </Link>
        ) : (
          <Fragment key={index}>{renderPlain(part.text)}</Fragment>
        ),
      )}
    </Typography>
  )
}
