import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { usePictureUrls, type ReadFile } from '#web/chat/files/OutgoingFiles.tsx'
import type { OutgoingMessage } from '#web/chat/outbox/useOutbox.ts'
import { MessageText } from '#web/chat/thread/MessageText.tsx'
import { isImage } from '#web/components/forms/readImages.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { CustomerBubble } from '#web/customers/thread/CustomerBubble.tsx'
import { CustomerFiles } from '#web/customers/thread/CustomerFiles.tsx'
import { useTexts } from '#web/customers/thread/threadTexts.ts'
import type { FileEntry } from '#web/storage/database.ts'
import { useReason } from './reasons.ts'

interface OutgoingMessagesProps {
  messages: OutgoingMessage[]
  readFile: ReadFile
  onResent: (id: string) => void
  onDiscarded: (id: string) => void
}

const icons: Record<OutgoingMessage['state'], IconName> = {
  waiting: 'clock',
  sending: 'clock',
  sent: 'circle-check',
  failed: 'triangle-alert',
}

/** The customer's messages that the thread does not have yet, each with its state. */
export function OutgoingMessages({ messages, readFile, onResent, onDiscarded }: OutgoingMessagesProps) {
  return messages.map((message) => (
    <Box key={message.id} component="li" sx={{ minWidth: 0 }}>
      <CustomerBubble
        isOwn
        isPending={message.state !== 'sent'}
        below={
          message.state === 'failed' ? (
            <Failed
              reason={message.reason}
              onResent={() => onResent(message.id)}
              onDiscarded={() => onDiscarded(message.id)}
            />
          ) : (
            <State state={message.state} />
          )
        }
      >
        {message.text && <MessageText text={message.text} />}
        {message.files.length > 0 && <KeptFiles messageId={message.id} files={message.files} readFile={readFile} />}
      </CustomerBubble>
    </Box>
  ))
}

interface StateProps {
  state: OutgoingMessage['state']
}

function State({ state }: StateProps) {
  const { text } = useTexts()
  return (
    <>
      <Icon name={icons[state]} size="small" />
      {text(state === 'sent' ? 'sent' : 'sending')}
    </>
  )
}

interface FailedProps {
  reason: string | undefined
  onResent: () => void
  onDiscarded: () => void
}

function Failed({ reason, onResent, onDiscarded }: FailedProps) {
  const { text } = useTexts()
  const reasonText = useReason()
  return (
    <>
      <Icon name="triangle-alert" size="small" />
      <Typography variant="body2" component="span" role="alert" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
        {reasonText(reason)}
      </Typography>
      <Button size="small" color="inherit" onClick={onResent}>
        {text('notSent')}
      </Button>
      <Button size="small" color="inherit" onClick={onDiscarded}>
        {text('discard')}
      </Button>
    </>
  )
}

interface KeptFilesProps {
  messageId: string
  files: FileEntry[]
  readFile: ReadFile
}

function KeptFiles({ messageId, files, readFile }: KeptFilesProps) {
  const urls = usePictureUrls(messageId, files, readFile)
  const shown = files.map((file) => ({ ...file, key: file.id, isImage: isImage(file), url: urls[file.id] ?? '' }))
  return <CustomerFiles files={shown} onRenewed={async () => ({})} />
}
