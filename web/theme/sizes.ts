/** Lengths in CSS pixels. */
export const sizes = {
  radius: 8,
  sidebar: 300,
  /** The collapsed sidebar. */
  rail: 64,
  drawer: 320,
  navItem: 44,
  finger: 44,
  header: { mobile: 64, desktop: 72 },
  headerBlur: 8,
  authContent: 420,
  logo: 50,
  icon: { tiny: 12, small: 16, medium: 20, large: 24, illustration: 64 },
  avatar: { tiny: 24, small: 32, medium: 40, large: 96 },
  accountMenu: 240,
  fab: 56,
  documentCard: 136,
  thumbnail: 120,
  smallThumbnail: 72,
  filterPanel: 360,
  sheetHeight: '85vh',
  reading: 480,
  cropper: 320,
  form: 880,
  /** A button with an icon of medium size. */
  iconButton: 36,
  /** The icon of a lost connection, on a phone. */
  liveSign: 26,
  /** The panel of notifications, its list in a wide window, and the dot of an unread one. */
  inbox: { panel: 420, list: 'min(560px, 100dvh - 240px)', mark: 12 },
  /** The room between the header and the first field: two or three suggestions, and part of the next. */
  suggestions: 104,
  previewHeight: '92vh',
  threadMax: 900,
  /** The customer's page. */
  threadColumn: 720,
  undoToast: 420,
  /** The longest text that says who is editing. */
  editing: 200,
} as const

export const layers = { header: 1100, navigation: 1101, floating: 1050, loading: 1900 } as const

export const overlayOpacity = { light: 0.24, dark: 0.08 } as const

/** How long a wait lasts before the page shows it, in milliseconds. */
export const loadingDelay = 300

/** How long typing must pause before a search is sent, in milliseconds. */
export const searchDelay = 250

/** The CSS property with the height of the header: `sizes.header.mobile`, or `desktop` from md. */
export const headerHeight = '--header-height'

/** The CSS property with the height of a banner above the page, in CSS pixels. It is unset while there is no banner. */
export const bannerHeight = '--banner-height'

/** The CSS properties with the width of the sidebar and the space at its sides, which are smaller while it is collapsed. */
export const sidebarWidth = '--sidebar-width'
export const sidebarPadding = '--sidebar-padding'

/** The CSS property with the width that the chat button covers at the end of a row. It is unset where there is none. */
export const fabRoom = '--fab-room'

/** Lengths of the question for a rating: the circle with its number. */
export const ratingSizes = { number: 28 } as const

/** Lengths of the command palette. */
export const paletteSizes = { list: '50dvh', touchedOption: 48 } as const
