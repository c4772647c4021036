import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Note } from '#contract/notes.ts'
import { MessageText } from '#web/chat/thread/MessageText.tsx'
import { TimeOfDay } from '#web/chat/thread/TimeOfDay.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { MentionedText } from '#web/desk/mentions/MentionedText.tsx'
import { noteColors } from '#web/theme/threadColors.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'

interface NoteItemProps {
  note: Note
  userId: string
}

/** Spans the thread in its own colour and says that it is internal, so that it cannot be taken for a message. */
export function NoteItem({ note: { author, note, mentions, createdAt }, userId }: NoteItemProps) {
  const isMentioned = mentions.some(({ _id }) => _id === userId)
  return (
    <Box sx={{ pt: 2 }}>
      <Box
        role="note"
        aria-label={`Internal note by ${author.name}${isMentioned ? ', mentions you' : ''}`}
        sx={(theme) => ({ px: 2, py: 1.25, border: 1, borderStyle: 'dashed', borderRadius: 1, ...noteColors(theme) })}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, mb: 0.5 }}>
          <Icon name="sticky-note" size="small" />
          <Typography variant="subtitle2" component="span" sx={{ overflowWrap: 'anywhere' }}>
            {author.name}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            Internal note · <TimeOfDay value={createdAt} />
          </Typography>
        </Box>
        <Box sx={{ maxWidth: threadSizes.bubble }}>
          <MessageText text={note} renderPlain={(plain) => <MentionedText text={plain} {...{ mentions, userId }} />} />
        </Box>
      </Box>
    </Box>
  )
}
