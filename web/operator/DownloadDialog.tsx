import Button from '@mui/material/Button'
import DialogContentText from '@mui/material/DialogContentText'
import { useState } from 'react'
import { sizeText } from '#contract/documents.ts'
import type { Backup } from '#contract/operator.ts'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'
import { backupTitle } from './words.ts'

interface DownloadDialogProps {
  /** The dialog is open while there is one. */
  backup: Backup | undefined
  onConfirmed: (backup: Backup) => void
  onClosed: () => void
}

/** Says what a backup contains before it leaves the server. */
export function DownloadDialog({ backup, onConfirmed, onClosed }: DownloadDialogProps) {
  // The text stays while the dialog closes.
  const [shown, setShown] = useState(backup)
  if (backup && backup !== shown) setShown(backup)
  if (!shown) return null
  const confirm = () => {
    onClosed()
    onConfirmed(shown)
  }
  return (
    <AlertDialog
      open={backup !== undefined}
      title={`Download ${backupTitle(shown)}?`}
      onClosed={onClosed}
      actions={
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- WAI-ARIA APG, dialog pattern: the focus starts at the least destructive action */}
          <Button color="inherit" autoFocus onClick={onClosed}>
            Cancel
          </Button>
          <Button variant="contained" onClick={confirm}>
            {shown.content ? `Download ${sizeText(shown.content.bytes)}` : 'Download'}
          </Button>
        </>
      }
    >
      <DialogContentText>
        It contains everybody’s data: all enquiries, conversations, files and people of every company on this server.
        Keep it where nobody else can read it.
      </DialogContentText>
      {shown.isEncrypted ? (
        <DialogContentText sx={{ mt: 2 }}>It can be opened only with its BACKUP_PASSPHRASE.</DialogContentText>
      ) : (
        shown.content?.hasSecret !== false && <DialogContentText sx={{ mt: 2 }}>{secretText}</DialogContentText>
      )}
    </AlertDialog>
  )
}

const secretText =
  'It is not encrypted, and also contains the secret with which this server signs sessions and links. With it, people can sign in as anybody.'
