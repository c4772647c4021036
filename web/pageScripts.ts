import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

interface Script {
  name: string
  paths: string[]
  /** Whether it only has what every page needs before anything else. */
  isInitial?: true
  /** Whether the list runs it before it shows its rows. */
  isForRows?: true
}

/**
 * The scripts of the page, for the bundler. Each has the modules whose path contains one of these, and all that they import, unless a
 * script above has them: many small files would compress worse, and each costs a request.
 */
const scripts: Script[] = [
  // Every page. The nonce comes first, because other modules read it while they load. The styles are in one file with the fonts.
  {
    name: 'vendor',
    paths: ['node_modules/', 'theme/nonce.ts', 'theme/styles/parts', 'theme/styles/controls', 'theme/styles/forced'],
    isInitial: true,
    isForRows: true,
  },
  { name: 'page', paths: [], isInitial: true },

  // Sign-in, then the list.
  {
    name: 'frame',
    isForRows: true,
    paths: [
      'web/layouts/Header.tsx',
      'web/components/PageTitle.tsx',
      'web/components/icons/Icon.tsx',
      'web/components/lazy/lazyPart.tsx',
      'web/components/notices/RetryAlert.tsx',
      'material/Portal',
      'material/useMediaQuery',
      'material/utils/mergeSlotProps',
      'material/utils/useControlled',
      // Shared by text fields and what the list needs.
      'InputBase/inputBaseClasses',
      'utils/debounce',
      'utils/getActiveElement',
      'utils/isMuiElement',
      'utils/ownerDocument',
      'utils/ownerWindow',
      'utils/useEnhancedEffect',
    ],
  },
  { name: 'textFields', paths: ['web/components/forms/TextField.tsx', 'material/InputAdornment', 'material/Link'] },
  { name: 'tooltips', paths: ['web/components/ColorModeMenu.tsx'], isForRows: true },
  {
    name: 'store',
    isForRows: true,
    paths: [
      'web/openStore.ts',
      'web/hooks.ts',
      'web/accounts/sessions/fetchProfile.ts',
      'web/components/shortcuts/shortcuts.ts',
      'web/components/CompanyLogo.tsx',
      'contract/paging/countPages.ts',
      // The names of classes, which components of several scripts share.
      'Classes.mjs',
      'material/utils',
      'mui/utils',
      'node_modules/uuid',
    ],
  },
  {
    name: 'session',
    isForRows: true,
    paths: [
      'web/layouts/SignedInLayout.tsx',
      'theme/styles/',
      'web/components/DateTime.tsx',
      'web/components/TwoLines.tsx',
      'web/components/forms/SearchBox.tsx',
      'web/components/notices/LoadFailed.tsx',
      'web/components/shortcuts/KeyCap.tsx',
      'web/enquiries/StatusChip.tsx',
      'web/enquiries/enquiryNumber.ts',
      'web/enquiries/conflict/lazyConflictDialog.ts',
      'web/enquiries/filters/StatusTabs.tsx',
      'web/enquiries/list/useRowActions.ts',
      'web/enquiries/search/lookUpApi.ts',
      'web/enquiries/search/StoppedSearch.tsx',
      'web/enquiries/seen/UnreadBadge.tsx',
      'web/navigation/useAskedPart.ts',
    ],
  },
  { name: 'list', paths: ['web/enquiries/list/EnquiryListPage.tsx'], isForRows: true },

  // For several pages.
  {
    name: 'schemas',
    paths: [
      'node_modules/zod',
      'contract/accounts.ts',
      'contract/enquiries.ts',
      'contract/chat.ts',
      'contract/team.ts',
      'contract/customers/satisfaction.ts',
    ],
  },
  {
    name: 'forms',
    paths: [
      'web/components/forms/TextInput.tsx',
      'web/components/forms/PasswordInput.tsx',
      'web/accounts/SubmitButton.tsx',
      'web/accounts/useSubmission.ts',
    ],
  },
  { name: 'signIn', paths: ['web/layouts/SignedOutLayout.tsx', 'web/accounts/signIn/LoginPage.tsx'] },
  {
    name: 'unsent',
    paths: [
      'web/chat/outbox/outbox.ts',
      'web/chat/drafts/draftsPutAway.ts',
      'web/storage/draftKeeper.ts',
      'web/events/readStream.ts',
      'web/events/presence.ts',
    ],
  },
  {
    name: 'dialogs',
    paths: [
      'material/Card',
      'material/Dialog',
      'material/Divider',
      'material/Skeleton',
      'material/Chip',
      'material/ListSubheader',
      'web/components/notices/AlertDialog.tsx',
      'web/desk/deskApi.ts',
      'web/enquiries/conflict/merging.ts',
      'web/enquiries/firstSteps/useFirstSteps.ts',
      'web/enquiries/seen/notifications.ts',
      'web/enquiries/views/viewApi.ts',
    ],
  },
  { name: 'popups', paths: ['web/components/ColorModeChoices.tsx'] },
  {
    name: 'fields',
    paths: [
      'material/TextField',
      'material/Autocomplete',
      'material/ToggleButton',
      'material/Switch',
      'material/FormControlLabel',
    ],
  },
  { name: 'reception', paths: ['web/customers/incoming/ReceptionBanner.tsx'] },

  // On the list, the parts that appear on their own once the page is idle, and then what the next click opens.
  {
    name: 'later',
    paths: [
      'web/events/LiveSign.tsx',
      'web/enquiries/seen/UnreadSign.tsx',
      'web/enquiries/views/ViewChips.tsx',
      'web/enquiries/bulk/BulkDock.tsx',
      'web/enquiries/list/NewEnquiriesBar.tsx',
      'web/palette/PaletteKey.tsx',
      'web/notifications/NotificationSigns.tsx',
      'web/layouts/leaving.ts',
    ],
  },
  {
    name: 'menus',
    paths: [
      'web/enquiries/list/EnquiryActions.tsx',
      'web/enquiries/filters/FilterPanel.tsx',
      'web/enquiries/filters/FilterChips.tsx',
      'web/enquiries/csv/CsvMenu.tsx',
      'web/enquiries/views/ViewsDialog.tsx',
      'web/layouts/AccountMenu.tsx',
      'web/layouts/LogOutDialog.tsx',
      'web/layouts/NavigationDrawer.tsx',
      'web/components/shortcuts/ShortcutsDialog.tsx',
      'web/notifications/NotificationPanel.tsx',
      'web/palette/Palette.tsx',
    ],
  },
]

/** The groups of the bundler. Throws for a module of the product that is not there any more: its script would silently lose it. */
export function scriptGroups() {
  const lost = scripts
    .flatMap(({ paths }) => paths)
    .filter((path) => isOfProduct(path) && !existsSync(join(root, path)))
  if (lost.length > 0) throw new Error(`web/pageScripts.ts names files that are not there: ${lost.join(', ')}`)
  return scripts.map(({ name, paths, isInitial }, place) => ({
    name,
    priority: scripts.length - place,
    ...(paths.length > 0 && { test: anyOf(paths) }),
    ...(isInitial && { tags: ['$initial' as const] }),
  }))
}

/** Whether the list runs a script before it shows its rows. */
export function isForRows({ name, isEntry }: { name: string; isEntry: boolean }) {
  return isEntry || scripts.some((script) => script.isForRows && script.name === name)
}

function isOfProduct(path: string) {
  return /^(web|contract)\//.test(path)
}

function anyOf(paths: string[]) {
  const patterns = paths.map((path) => path.replaceAll('.', String.raw`\.`).replaceAll('/', String.raw`[\\/]`))
  return new RegExp(patterns.join('|'))
}
