import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import { linkParts } from './linkParts.ts'

interface MessageTextProps {
  text: string
  /** Shows the text between the links. */
  renderPlain?: (text: string) => ReactNode
}

/**
 * Shows plain text with its line breaks and with links. Markup is not interpreted. The links are plain elements, because an
 * email may have ten thousand of them.
 */
export function MessageText({ text, renderPlain = (plain) => plain }: MessageTextProps) {
  return (
    <Typography
      variant="body2"
      component="p"
      dir="auto"
      sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', '& a': { color: 'primary.text' } }}
    >
      {linkParts(text).map((part, index) =>
        part.href ? (
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        ) : (
          <Fragment key={index}>{renderPlain(part.text)}</Fragment>
        ),
      )}
    </Typography>
  )
}
