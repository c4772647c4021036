import Alert from '@mui/material/Alert'

interface NoRoomNoticeProps {
  texts: boolean
  files: boolean
}

/** Typing goes on; but whoever leaves now should know. */
export function NoRoomNotice({ texts, files }: NoRoomNoticeProps) {
  if (!texts && !files) return null
  return (
    <Alert severity="warning">
      {texts
        ? 'This device has no room to keep what you type: send it before you leave.'
        : 'This device has no room to keep the documents: submit before you leave, or add them again later.'}
    </Alert>
  )
}
