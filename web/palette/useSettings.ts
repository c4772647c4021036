import { useAbility } from '@casl/react'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useLocation } from 'react-router'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { actionOf } from '#web/components/shortcuts/useShortcut.ts'
import { switchNotifications, useNotificationState } from '#web/enquiries/seen/notifications.ts'
import { useRowHeight } from '#web/enquiries/useRowHeight.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { colorModes, useColorMode } from '#web/theme/colorMode.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import type { Command } from './useCommands.ts'

const modes = {
  light: { icon: 'sun', keywords: 'theme appearance bright day white' },
  dark: { icon: 'moon', keywords: 'theme appearance night black' },
  system: { icon: 'monitor', keywords: 'theme appearance automatic device' },
} as const

/** A person's settings for this browser, and logging out. */
export function useSettings(onLogOut: () => void): Command[] {
  const { mode, setMode } = useColorMode()
  const group = 'Settings'
  const colors = colorModes
    .filter((each) => each !== mode)
    .map((each): Command => {
      const label = `Colour mode: ${each}`
      return { id: `mode ${each}`, group, label, ...modes[each], run: () => setMode(each) }
    })
  return [
    ...colors,
    ...useRowHeights(group),
    ...useNotificationChoices(group),
    ...useNotifications(group),
    {
      id: 'shortcuts',
      group,
      label: 'Keyboard shortcuts',
      icon: 'keyboard',
      keywords: 'keys hotkeys help',
      run: () => window.setTimeout(() => actionOf('help')?.()),
    },
    { id: 'logout', group, label: 'Logout', icon: 'log-out', keywords: 'log out sign out exit leave', run: onLogOut },
  ]
}

/** A phone shows the list as cards, which have no such setting. */
function useRowHeights(group: string): Command[] {
  const [rowHeight, choose] = useRowHeight()
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up(listSizes.tableFrom))
  if (!isWide) return []
  const other = rowHeight === 'tall' ? 'compact' : 'tall'
  const label = `Row height: ${other}`
  const keywords = 'rows density list table size spacing compact tall comfortable dense'
  return [{ id: 'row height', group, label, icon: 'list-filter', keywords, run: () => choose(other) }]
}

function useNotificationChoices(group: string): Command[] {
  const { pathname, search, state } = useLocation()
  const router = useRouter()
  const isInboxShown = useAbility<AppAbility>().can('read', 'acl-page')
  if (!isInboxShown) return []
  return [
    {
      id: 'notification choices',
      group,
      label: 'Notification settings',
      icon: 'settings',
      keywords: 'notify me alerts bell inbox mentions assignments replies email me mail',
      // The palette returns the focus as it closes. Only then can the dialog take it.
      run: () => void window.setTimeout(() => void router.replace(paths.notificationChoices(pathname, search), state)),
    },
  ]
}

function useNotifications(group: string): Command[] {
  const state = useNotificationState()
  if (state !== 'on' && state !== 'off') return []
  const label = state === 'on' ? 'Turn off notifications' : 'Notify me of new comments'
  const keywords = 'notifications alerts bell messages desktop'
  return [
    {
      id: 'notifications',
      group,
      label,
      icon: state === 'on' ? 'bell-off' : 'bell',
      keywords,
      run: () => void switchNotifications(state === 'off'),
    },
  ]
}
