import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useEffect, useRef, type Ref, type RefObject } from 'react'
import { Link } from 'react-router'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { Enquiry, UpdateEnquiry } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazy } from '#web/components/lazy/lazy.ts'
import { LeaveDialog } from '#web/components/leaving/LeaveDialog.tsx'
import { shortcuts } from '#web/components/shortcuts/shortcuts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { ConflictDialog } from '#web/enquiries/conflict/lazyConflictDialog.ts'
import { useOthersSave } from '#web/enquiries/history/useOthersSave.ts'
import { usePresence } from '#web/events/usePresence.ts'
import { paths, withReplyBox } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { EnquiryHeader } from './EnquiryHeader.tsx'
import { EnquiryPanes } from './EnquiryPanes.tsx'
import type { EnquiryParts } from './enquiryParts.ts'
import { OtherEnquiries } from './OtherEnquiries.tsx'
import { ShownStatus } from './ShownStatus.tsx'
import { UpdateEnquiryForm } from './UpdateEnquiryForm.tsx'
import { useEnquiryEditing, type EnquiryEditing } from './useEnquiryEditing.ts'
import { useFieldFocus } from './useFieldFocus.ts'
import type { NeighboursInList } from './useNeighbours.ts'

const OthersSave = lazy(async () => ({
  default: (await import('#web/enquiries/history/OthersSave.tsx')).OthersSave,
}))
const History = lazy(async () => ({ default: (await import('#web/enquiries/history/History.tsx')).History }))

interface OpenEnquiryProps {
  userId: string
  enquiry: Enquiry
  neighbours: NeighboursInList
  parts: EnquiryParts
  canEdit: boolean
  /** Saves on top of `base`, the version the person started from; rejects with a `Failure`. */
  onSubmitted: (changes: UpdateEnquiry, base: Enquiry) => Promise<Enquiry>
  /** The server has the changes to `base`. */
  onFinished: () => void
}

/** Shows an enquiry with its conversation. Editing changes its comments and status, and nothing else. */
export function OpenEnquiry({ neighbours, parts, ...edited }: OpenEnquiryProps) {
  const { enquiry, canEdit } = edited
  const ability = useAbility<AppAbility>()
  const editing = useEnquiryEditing(edited)
  const { isEditing, begin } = editing
  useShortcut('edit', begin, canEdit && !isEditing)
  const { reachStatus, statusList } = useFieldFocus(editing)
  useShortcut('editStatus', reachStatus, canEdit)
  const { others, noteTyping } = usePresence(edited.userId, enquiry._id, 'enquiry', isEditing)
  const othersSaved = useOthersSave(enquiry._id, edited.userId)
  const editButton = useRef<HTMLButtonElement>(null)
  useFocusAfter(isEditing, editButton)
  const canAnswer = ability.can('answer', 'enquiry')
  const hasConversation = ability.can('read', 'acl-page')
  return (
    <>
      <EnquiryHeader
        {...{ enquiry, neighbours, hasConversation, others }}
        state={
          <>
            <ShownStatus status={enquiry.enquiryStatus} onPressed={canEdit ? reachStatus : undefined} />
            <parts.Assignee enquiry={enquiry} />
          </>
        }
        actions={
          <>
            {canEdit && !isEditing && <EditButton ref={editButton} isMain={!canAnswer} onClick={begin} />}
            {canAnswer && <ReplyButton id={enquiry._id} />}
          </>
        }
      />
      <EnquiryPanes
        messageCount={enquiry.messageCount}
        conversation={hasConversation && <parts.Conversation enquiry={enquiry} others={others} onTyped={noteTyping} />}
        fields={
          <UpdateEnquiryForm
            enquiry={enquiry}
            editing={editing}
            statusList={statusList}
            hasConversation={hasConversation}
            threadFiles={hasConversation && <parts.ThreadFiles enquiryId={enquiry._id} level="h2" />}
          />
        }
        around={<Around enquiry={enquiry} Customer={parts.Customer} />}
      />
      <EditingDialogs editing={editing} />
      <Suspense>
        <OthersSave {...othersSaved} />
      </Suspense>
    </>
  )
}

interface AroundProps {
  enquiry: Enquiry
  Customer: EnquiryParts['Customer']
}

/** The customer, the enquiries around this one, and its history. */
function Around({ enquiry, Customer }: AroundProps) {
  return (
    <>
      <Customer enquiry={enquiry} level="h2" />
      <OtherEnquiries enquiry={enquiry} level="h2" addressOf={paths.enquiry} />
      <Suspense>
        <History enquiryId={enquiry._id} level="h2" />
      </Suspense>
    </>
  )
}

interface EditingDialogsProps {
  editing: EnquiryEditing
}

function EditingDialogs({ editing: { leaving, kept, conflict, ...editing } }: EditingDialogsProps) {
  return (
    <>
      <LeaveDialog
        isOpen={leaving.isAsking}
        isKept={!kept.trouble.texts}
        onStayed={leaving.stay}
        onLeft={leaving.leave}
        onDiscarded={() => {
          kept.forget()
          leaving.leave()
        }}
      />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onSettled={(values) => void editing.settle(values)}
          onMerged={editing.keepMerge}
          onClosed={editing.postpone}
        />
      )}
    </>
  )
}

/** Returns the focus to the edit button, because the form's buttons are removed after editing. */
function useFocusAfter(isEditing: boolean, button: RefObject<HTMLButtonElement | null>) {
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing, button])
}

interface EditButtonProps {
  ref: Ref<HTMLButtonElement>
  /** Whether this is the main action of the page. */
  isMain: boolean
  onClick: () => void
}

/** On a phone only the pencil is visible. */
function EditButton({ ref, isMain, onClick }: EditButtonProps) {
  const onPhone = { minWidth: sizes.navItem, px: 0, '& .MuiButton-startIcon': { m: 0 } }
  return (
    <Button
      ref={ref}
      {...(isMain ? { variant: 'contained' } : { variant: 'outlined', color: 'inherit' })}
      startIcon={<Icon name="pencil" />}
      aria-keyshortcuts="e"
      onClick={onClick}
      sx={(theme) => ({ [theme.breakpoints.down('sm')]: onPhone })}
    >
      <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('sm')]: visuallyHidden })}>
        Edit
      </Box>
    </Button>
  )
}

interface ReplyButtonProps {
  /** The id of the enquiry. */
  id: string
}

/** Leads people who may answer to the desk, where they write as support. */
function ReplyButton({ id }: ReplyButtonProps) {
  const router = useRouter()
  const path = paths.deskEnquiry(id)
  useShortcut('reply', () => void router.push(path, withReplyBox))
  return (
    <Button
      component={Link}
      to={path}
      state={withReplyBox}
      variant="contained"
      startIcon={<Icon name="message-circle" />}
      aria-keyshortcuts={shortcuts.reply.key}
    >
      Reply
    </Button>
  )
}
