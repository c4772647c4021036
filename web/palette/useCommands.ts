import { useAbility } from '@casl/react'
import { matchPath } from 'react-router'
import type { AppAbility, User } from '#contract/accounts.ts'
import { enquiryStatuses, statusLabels, type Enquiry } from '#contract/enquiries.ts'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { actionOf } from '#web/components/shortcuts/useShortcut.ts'
import { useGetDeskSummaryQuery } from '#web/desk/deskApi.ts'
import { useGetEnquiryQuery } from '#web/enquiries/enquiryApi.ts'
import { statusLooks } from '#web/enquiries/StatusChip.tsx'
import type { QuickChanges } from '#web/enquiries/useQuickChange.ts'
import { useReportedQuickChange } from '#web/enquiries/useReportedQuickChange.ts'
import { addEnquiryId, paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { colorModes, useColorMode } from '#web/theme/colorMode.ts'

export interface Command {
  id: string
  group: string
  label: string
  icon: IconName
  /** Changes the enquiry. Enter runs it only after it has been chosen with an arrow key. */
  isChange?: boolean
  run: () => void
}

/** The commands for the current page. */
export function useCommands(user: User, onLogOut: () => void): Command[] {
  return [...useEnquiryCommands(user), ...usePlaces(), ...useSettings(onLogOut)]
}

function usePlaces(): Command[] {
  const router = useRouter()
  const ability = useAbility<AppAbility>()
  const place = (label: string, icon: IconName, path: string, isAllowed = true): Command[] =>
    isAllowed ? [{ id: path, group: 'Go to', label, icon, run: () => void router.push(path) }] : []
  return [
    ...place('Enquiries', 'inbox', paths.home),
    ...place('Desk', 'headset', paths.desk, ability.can('answer', 'enquiry')),
    ...place('Add an enquiry', 'plus', paths.addEnquiry, ability.can('create', 'enquiry')),
    ...place('Profile', 'user-round', paths.profile),
  ]
}

const modeIcons = { light: 'sun', dark: 'moon', system: 'monitor' } as const

function useSettings(onLogOut: () => void): Command[] {
  const { mode, setMode } = useColorMode()
  const modes = colorModes
    .filter((each) => each !== mode)
    .map((each): Command => {
      const label = `Colour mode: ${each}`
      return { id: `mode ${each}`, group: 'Settings', label, icon: modeIcons[each], run: () => setMode(each) }
    })
  return [...modes, { id: 'logout', group: 'Settings', label: 'Logout', icon: 'log-out', run: onLogOut }]
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
  const go = (label: string, icon: IconName, path: string, isAllowed: boolean): Command[] =>
    isAllowed && path !== router.path ? [{ id: label, group, label, icon, run: () => void router.push(path) }] : []
  return [
    ...deskCommands(group),
    ...go('Reply on the desk', 'headset', paths.deskEnquiry(enquiry._id), ability.can('answer', 'enquiry')),
    ...go('Show its comments', 'message-circle', paths.chat(enquiry._id), ability.can('read', 'acl-page')),
    ...go('View the enquiry', 'file-text', paths.enquiry(enquiry._id), true),
    ...changes,
  ]
}

/** The commands of the box on the desk, if it is on the screen. */
function deskCommands(group: string): Command[] {
  const command = (label: string, icon: IconName, name: 'answer' | 'note'): Command[] => {
    const run = actionOf(name)
    // The palette returns the focus as it closes. Only then can the box take it.
    return run ? [{ id: name, group, label, icon, run: () => window.setTimeout(run) }] : []
  }
  return [...command('Reply', 'message-circle', 'answer'), ...command('Write an internal note', 'sticky-note', 'note')]
}

function enquiryAt(path: string) {
  const patterns = [paths.enquiry(':id'), paths.chat(':id'), paths.deskEnquiry(':id')]
  const id = patterns.map((pattern) => matchPath(pattern, path)?.params.id).find((found) => found !== undefined)
  return id === addEnquiryId ? undefined : id
}

function useChanges(user: User, enquiry: Enquiry | undefined): Command[] {
  const ability = useAbility<AppAbility>()
  const canAnswer = ability.can('answer', 'enquiry')
  const { data: summary } = useGetDeskSummaryQuery(undefined, { skip: !canAnswer })
  const changeQuickly = useReportedQuickChange()
  if (!enquiry || !ability.can('update', 'enquiry')) return []
  const { enquiryId: group } = enquiry
  const change = (label: string, icon: IconName, changes: QuickChanges): Command => ({
    id: label,
    group,
    label,
    icon,
    isChange: true,
    run: () => void changeQuickly(enquiry, changes),
  })
  const statuses = enquiryStatuses
    .filter((status) => status !== enquiry.enquiryStatus)
    .map((status) => change(`Status: ${statusLabels[status]}`, statusLooks[status].icon, { enquiryStatus: status }))
  const people = summary?.assignees.filter((each) => each.canAnswer && each._id !== enquiry.assignee?._id) ?? []
  const assignments = people.map(({ _id, name }) =>
    change(_id === user._id ? 'Assign to me' : `Assign to ${name}`, 'user-round-check', { assignee: _id }),
  )
  const unassign = canAnswer && enquiry.assignee ? [change('Unassign', 'user-round', { assignee: null })] : []
  return [...statuses, ...assignments, ...unassign]
}
