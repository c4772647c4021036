import Alert from '@mui/material/Alert'

interface NoRoomNoticeProps {
  texts: boolean
  files: boolean
}

/** Warns that the input is not kept on this device. It does not interrupt typing. */
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
