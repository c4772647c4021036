import type { Message } from '#contract/chat.ts'
import { renewFiles } from '#web/chat/chatApi.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { FilesOfMessage } from './FilesOfMessage.tsx'
import { toShownFile } from './shownFiles.ts'

interface MessageFilesProps {
  message: Message
}

/** The files of a message that the server has. */
export function MessageFiles({ message: { enquiry, seq, files } }: MessageFilesProps) {
  const dispatch = useAppDispatch()
  return <FilesOfMessage files={files.map(toShownFile)} onRenewed={() => dispatch(renewFiles(enquiry, seq))} />
}
