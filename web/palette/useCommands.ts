import { useAbility } from '@casl/react'
import { matchPath } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { enquiryStatuses, statusLabels } from '#contract/enquiries/choices.ts'
import type { IconName } from '#web/components/icons/iconNames.ts'
import type { ShortcutName } from '#web/components/shortcuts/shortcuts.ts'
import { actionOf } from '#web/components/shortcuts/useShortcut.ts'
import { useGetDeskSummaryQuery } from '#web/desk/deskApi.ts'
import { useGetEnquiryQuery } from '#web/enquiries/enquiryApi.ts'
import { statusLooks } from '#web/enquiries/StatusChip.tsx'
import { useQuickChange, type QuickChanges } from '#web/enquiries/useQuickChange.ts'
import { addEnquiryId, paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { useFirstStepsCommand } from './useFirstStepsCommand.ts'
import { usePlaces } from './usePlaces.ts'
import { useSettings } from './useSettings.ts'

export interface Command {
  id: string
  group: string
  label: string
  icon: IconName
  /** Other words by which people look for it. */
  keywords?: string
  /** Changes the enquiry. Enter runs it only after it has been chosen with an arrow key. */
  isChange?: boolean
  run: () => void
}

/** The commands for the current page. */
export function useCommands(user: User, onLogOut: () => void): Command[] {
  return [...useEnquiryCommands(user), ...usePlaces(user), ...useFirstStepsCommand(), ...useSettings(onLogOut)]
}

/** The commands for the enquiry on the screen. */
function useEnquiryCommands(user: User): Command[] {
  const router = useRouter()
  const ability = useAbility<AppAbility>()
  const id = enquiryAt(router.path)
  const { data: enquiry } = useGetEnquiryQuery(id ?? '', { skip: !id })
  const changes = useChanges(user, enquiry ?? undefined)
  if (!enquiry) return []
  const group = enquiry.enquiryId
  const canAnswer = ability.can('answer', 'enquiry')
  const go = (label: string, icon: IconName, path: string, keywords: string, isAllowed: boolean): Command[] =>
    isAllowed && path !== router.path
      ? [{ id: label, group, label, icon, keywords, run: () => void router.push(path) }]
      : []
  return [
    ...boxCommands(group),
    ...go('Reply on the desk', 'headset', paths.deskEnquiry(enquiry._id), 'answer respond', canAnswer),
    ...go('Show comments', 'message-circle', paths.chat(enquiry._id), commentWords, ability.can('read', 'acl-page')),
    ...go('View the enquiry', 'file-text', paths.enquiry(enquiry._id), 'open details documents history', true),
    ...changes,
  ]
}

const commentWords = 'chat conversation messages thread write'

/** The commands that the page itself offers as shortcuts, such as the box on the desk. */
function boxCommands(group: string): Command[] {
  const command = (label: string, icon: IconName, name: ShortcutName, keywords: string): Command[] => {
    const run = actionOf(name)
    // The palette returns the focus as it closes. Only then can the box take it.
    return run ? [{ id: name, group, label, icon, keywords, run: () => window.setTimeout(run) }] : []
  }
  return [
    ...command('Reply', 'message-circle', 'answer', 'answer respond write send'),
    ...command('Write an internal note', 'sticky-note', 'note', 'remark comment private team'),
    ...command('Edit comments and status', 'pencil', 'edit', 'change update'),
    ...command('Print the conversation', 'printer', 'print', 'paper pdf'),
  ]
}

function enquiryAt(path: string) {
  const patterns = [paths.enquiry(':id'), paths.chat(':id'), paths.deskEnquiry(':id')]
  const id = patterns.map((pattern) => matchPath(pattern, path)?.params.id).find((found) => found !== undefined)
  return id === addEnquiryId ? undefined : id
}

const statusWords: Record<EnquiryStatus, string> = {
  open: 'reopen',
  'in-progress': 'start working',
  inReview: 'check',
  onHold: 'wait pause later',
  closed: 'close done finish resolve solve complete',
}

const assigneeWords = 'assignee take responsible owner hand over'

function useChanges(user: User, enquiry: Enquiry | undefined): Command[] {
  const ability = useAbility<AppAbility>()
  const canAnswer = ability.can('answer', 'enquiry')
  const { data: summary } = useGetDeskSummaryQuery(undefined, { skip: !canAnswer })
  const changeQuickly = useQuickChange()
  if (!enquiry || !ability.can('update', 'enquiry')) return []
  const { enquiryId: group } = enquiry
  const change = (label: string, icon: IconName, keywords: string, changes: QuickChanges): Command => ({
    id: label,
    group,
    label,
    icon,
    keywords,
    isChange: true,
    run: () => void changeQuickly(enquiry, changes),
  })
  const statuses = enquiryStatuses
    .filter((status) => status !== enquiry.enquiryStatus)
    .map((status) => {
      const { icon } = statusLooks[status]
      return change(`Status: ${statusLabels[status]}`, icon, statusWords[status], { enquiryStatus: status })
    })
  const people = summary?.assignees.filter((each) => each.canAnswer && each._id !== enquiry.assignee?._id) ?? []
  const assignments = people.map(({ _id, name }) =>
    change(_id === user._id ? 'Assign to me' : `Assign to ${name}`, 'user-round-check', assigneeWords, {
      assignee: _id,
    }),
  )
  const unassign =
    canAnswer && enquiry.assignee ? [change('Unassign', 'user-round', assigneeWords, { assignee: null })] : []
  return [...statuses, ...assignments, ...unassign]
}
