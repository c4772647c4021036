import Button from '@mui/material/Button'
import DialogContentText from '@mui/material/DialogContentText'
import { unreachable, type Failure } from '#web/api/errors.ts'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'
import { DestructiveActions } from '#web/components/notices/DestructiveActions.tsx'
import { KeptNotice } from '#web/components/notices/KeptNotice.tsx'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { NoRoomNotice } from '#web/components/notices/NoRoomNotice.tsx'
import { NotAllowed } from '#web/components/notices/NotAllowed.tsx'
import { NotFound } from '#web/components/notices/NotFound.tsx'
import { Notice } from '#web/components/notices/Notice.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { StatusPage } from '#web/components/notices/StatusPage.tsx'
import { SectionCard } from '#web/components/SectionCard.tsx'
import type { States } from './ComponentSection.tsx'
import { ShowOnPress } from './ShowOnPress.tsx'

const ignore = () => {}
const refused: Failure = { status: 500, code: 'internal', message: 'Something went wrong. Try again' }
const keptAt = Date.parse('2026-03-01T09:30:00Z')

export const noticeExamples: Record<string, States> = {
  AlertDialog: {
    usual: (
      <ShowOnPress label="Show">
        {(isOpen, close) => (
          <AlertDialog
            open={isOpen}
            title="Revoke the customer’s link?"
            actions={<DestructiveActions label="Revoke link" onConfirmed={close} onCancelled={close} />}
            onClosed={close}
          >
            <DialogContentText>You can make a new link at any time.</DialogContentText>
          </AlertDialog>
        )}
      </ShowOnPress>
    ),
  },
  DestructiveActions: {
    usual: (
      <ShowOnPress label="Show">
        {(isOpen, close) =>
          isOpen && <DestructiveActions label="Delete email" onConfirmed={close} onCancelled={close} />
        }
      </ShowOnPress>
    ),
  },
  KeptNotice: {
    unchanged: <KeptNotice keptAt={keptAt} onDiscarded={ignore} />,
    'changed since': <KeptNotice keptAt={keptAt} onResumed={ignore} onDiscarded={ignore} />,
  },
  LoadFailed: {
    'server not reached': <LoadFailed what="The comments" failure={unreachable} onRetry={ignore} />,
    'server failed': <LoadFailed what="The comments" failure={refused} onRetry={ignore} />,
  },
  NoRoomNotice: {
    texts: <NoRoomNotice texts files={false} />,
    files: <NoRoomNotice texts={false} files />,
  },
  NotAllowed: { usual: <ShowOnPress label="Show">{(isOpen) => isOpen && <NotAllowed />}</ShowOnPress> },
  NotFound: { usual: <ShowOnPress label="Show">{(isOpen) => isOpen && <NotFound noun="Enquiry" />}</ShowOnPress> },
  Notice: {
    'with an icon': (
      <Notice
        icon="inbox"
        title="No enquiries yet"

        action={<Button variant="contained">Add Enquiry</Button>}
      >
        Enquiries that you raise appear here.
      </Notice>
    ),
    'in a card': (
      <Notice icon="search-x" title="Nothing found" isInCard>
        Try fewer words.
      </Notice>
    ),
  },
  RetryAlert: { usual: <RetryAlert message="Not sent" onRetry={ignore} /> },
  SectionCard: {
    usual: (
      <SectionCard title="Backups" description="Copies of all data.">
        No backup has been made yet.
      </SectionCard>
    ),
    'with an action': (
      <SectionCard title="Backups" description="Copies of all data." action={<Button>Back up now</Button>}>
        No backup has been made yet.
      </SectionCard>
    ),
  },
  StatusPage: {
    usual: (
      <ShowOnPress label="Show">
        {(isOpen) =>
          isOpen && (
            <StatusPage drawing="lostPath" title="Page not found" action={<Button variant="contained">Go back</Button>}>
              The address may be wrong.
            </StatusPage>
          )
        }
      </ShowOnPress>
    ),
  },
}
