import Box from '@mui/material/Box'
import { mentionParts } from '#contract/mentions.ts'
import type { Note } from '#contract/notes.ts'
import { mentionColors } from '#web/theme/threadColors.ts'

interface MentionedTextProps extends Pick<Note, 'mentions'> {
  text: string
  userId: string
}

/** A text whose mentions stand out, those of the person who reads it most. */
export function MentionedText({ text, mentions, userId }: MentionedTextProps) {
  const own = mentions.filter(({ _id }) => _id === userId).map(({ name }) => name)
  const names = [...new Set(mentions.map(({ name }) => name))]
  return mentionParts(text, names).map((part, index) =>
    part.name === undefined ? (
      part.text
    ) : (
      // A name may be written in the other direction than the text.
      <Box
        key={index}
        component="bdi"
        sx={(theme) => ({
          borderRadius: 0.5,
          px: 0.25,
          boxDecorationBreak: 'clone',
          fontWeight: 600,
          ...mentionColors(theme, own.includes(part.name!)),
        })}
      >
        {part.text}
      </Box>
    ),
  )
}
