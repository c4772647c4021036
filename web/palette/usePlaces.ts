import { useAbility } from '@casl/react'
import { useLocation } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { paths, type HomePart, type ProfilePart } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import type { Command } from './useCommands.ts'

/** The pages, and the parts of them that can be opened from elsewhere. */
export function usePlaces({ _id, isOperator }: User): Command[] {
  const router = useRouter()
  const { search } = useLocation()
  const ability = useAbility<AppAbility>()
  const canCreate = ability.can('create', 'enquiry')
  const canAnswer = ability.can('answer', 'enquiry')
  const isOwner = ability.can('update', 'company')
  const place = (label: string, icon: IconName, path: string, keywords: string): Command => ({
    id: path,
    group: 'Go to',
    label,
    icon,
    keywords,
    // The palette returns the focus as it closes. Only then can a part of the page take it.
    run: () => void window.setTimeout(() => void router.push(path)),
  })
  const home = (label: string, icon: IconName, part: HomePart, keywords: string) =>
    // On the list it is about what the list shows.
    place(label, icon, paths.homePart(part, router.path === paths.home ? search : ''), keywords)
  const profile = (label: string, icon: IconName, part: ProfilePart, keywords: string) =>
    place(label, icon, paths.profilePart(part), keywords)
  return [
    place('Enquiries', 'inbox', paths.home, 'home list overview tickets requests cases all'),
    ...(canAnswer ? [place('Desk', 'headset', paths.desk, 'answer reply queue support inbox')] : []),
    ...(canCreate
      ? [
          place('Add an enquiry', 'plus', paths.addEnquiry, 'new create raise ask report ticket request'),
          place('Enquiries you raised', 'user-round', paths.raisedBy(_id), 'my mine own requests raised by me'),
        ]
      : []),
    home('Search the enquiries', 'search', 'search', 'find look up'),
    home('Filter the enquiries', 'list-filter', 'filters', 'status type date period person only'),
    home('Saved views', 'bookmark', 'views', 'bookmark favourite save'),
    home('Export enquiries as CSV', 'file-down', 'export', 'download excel spreadsheet files table report backup'),
    ...(canCreate
      ? [home('Import enquiries from CSV', 'file-up', 'import', 'upload excel spreadsheet files table migrate')]
      : []),
    ...(canAnswer ? [cannedResponses(router.path, place)] : []),
    place('Profile', 'user-round', paths.profile, 'account settings preferences me'),
    profile('Change your name or picture', 'user-round', 'you', 'profile avatar photo rename'),
    profile('Change your email address', 'user-round', 'you', 'profile mail sign in login'),
    profile('Change your password', 'pencil', 'password', 'security secret reset profile'),
    profile(
      'Where you are signed in',
      'monitor',
      'sessions',
      'sessions devices browsers security end sign out everywhere',
    ),
    ...(isOwner ? ownersPlaces(profile) : [profile('Company', 'house', 'company', 'organisation storage logo name')]),
    ...(isOperator ? [place('Operator', 'settings', paths.operator, operatorWords)] : []),
  ].map((command, index) => ({ ...command, id: `${command.id} ${index}` }))
}

const operatorWords = 'server installation backup verify disk version health status jobs admin administration'

type Place = (label: string, icon: IconName, path: string, keywords: string) => Command

/** The desk keeps its open enquiry. */
function cannedResponses(path: string, place: Place) {
  const desk = path.startsWith(paths.desk) ? path : paths.desk
  return place(
    'Canned responses',
    'message-square-text',
    `${desk}#responses`,
    'templates macros snippets saved replies texts',
  )
}

function ownersPlaces(profile: (label: string, icon: IconName, part: ProfilePart, keywords: string) => Command) {
  return [
    profile('Invite someone', 'plus', 'invite', 'add user colleague people person member agent team join mail'),
    profile('Team', 'user-round-check', 'team', 'people users colleagues members roles permissions deactivate remove'),
    profile('Create a reset link', 'user-round-check', 'team', 'forgot forgotten password colleague locked out'),
    profile('Company name and logo', 'image', 'company', 'organisation brand branding picture rename'),
    profile('Company settings', 'house', 'company', 'organisation types assign first reply session days storage'),
    profile(
      'Form for customers',
      'contact-round',
      'customers',
      'public website embed widget contact outside held submissions',
    ),
    profile('Email', 'send', 'mail', 'mail smtp connect send invitations notifications'),
  ]
}
