import type { Components, Theme } from '@mui/material/styles'
import { listSizes } from './listSizes.ts'
import { touched } from './sharedStyles.ts'
import { headerHeight, layers, sidebarPadding, sidebarWidth, sizes } from './sizes.ts'
import { heading } from './typography.ts'

const buttons: Components<Theme> = {
  // A ripple costs a slow device more than the press itself; focus is shown by the ring.
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: { '&:active': { opacity: 0.72 }, [touched]: { minWidth: sizes.finger, minHeight: sizes.finger } },
    },
  },
  // The thumb would leave its track; the label around the switch is the target.
  MuiSwitch: { styleOverrides: { switchBase: { [touched]: { minWidth: 0, minHeight: 0 } } } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        variants: [
          {
            props: { variant: 'contained', color: 'primary' },
            style: {
              backgroundColor: theme.vars!.palette.primary.fill,
              '&:hover': { backgroundColor: theme.vars!.palette.primary.dark },
            },
          },
          {
            props: { variant: 'contained', color: 'inherit' },
            style: {
              color: theme.vars!.palette.background.paper,
              backgroundColor: theme.vars!.palette.text.primary,
              '&:hover': { backgroundColor: theme.vars!.palette.text.secondary },
            },
          },
          { props: { variant: 'text', color: 'primary' }, style: { color: theme.vars!.palette.primary.text } },
          {
            props: { variant: 'outlined', color: 'primary' },
            style: { color: theme.vars!.palette.primary.text, borderColor: theme.vars!.palette.primary.main },
          },
          {
            props: { variant: 'outlined', color: 'inherit' },
            style: { borderColor: theme.vars!.palette.control },
          },
          { props: { size: 'large' }, style: { minHeight: 48 } },
        ],
      }),
    },
  },
  MuiFab: {
    styleOverrides: {
      root: ({ theme }) => ({
        textTransform: 'none',
        variants: [
          {
            // The others have an icon, which the main blue is dark enough for.
            props: { color: 'primary', variant: 'extended' },
            style: {
              backgroundColor: theme.vars!.palette.primary.fill,
              '&:hover': { backgroundColor: theme.vars!.palette.primary.dark },
            },
          },
        ],
      }),
    },
  },
  // MUI makes the parts of a group 40 px wide.
  MuiButtonGroup: { styleOverrides: { grouped: { [touched]: { minWidth: sizes.finger } } } },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: {
      root: ({ theme }) => ({
        variants: [{ props: { color: 'primary' }, style: { color: theme.vars!.palette.primary.text } }],
      }),
    },
  },
}

/**
 * A closing dialog makes the page accessible again when it starts to close. If another dialog opens meanwhile, the end of
 * the closing one would otherwise hide it from screen readers.
 */
const leftAtOnce = { closeAfterTransition: false }

const surfaces: Components<Theme> = {
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgba(20 26 33 / 0.72)' } } },
  },
  MuiCard: {
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'relative',
        zIndex: 0,
        borderRadius: sizes.radius * 2,
        boxShadow: theme.vars!.customShadows.card,
      }),
    },
  },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiDialog: {
    defaultProps: leftAtOnce,
    styleOverrides: {
      paper: ({ theme }) => ({ borderRadius: sizes.radius * 2, boxShadow: theme.vars!.customShadows.dialog }),
      paperFullScreen: { borderRadius: 0 },
    },
  },
  MuiDrawer: { defaultProps: { ModalProps: leftAtOnce } },
  MuiDialogActions: {
    styleOverrides: {
      root: ({ theme }) => ({ padding: theme.spacing(1, 3, 3) }),
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({ borderRadius: sizes.radius * 1.25, boxShadow: theme.vars!.customShadows.dropdown }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: theme.spacing(2, 1.5),
        borderBottom: `1px solid ${theme.vars!.palette.divider}`,
        '&:first-of-type': { paddingLeft: theme.spacing(2.5) },
        '&:last-of-type': { paddingRight: theme.spacing(2.5) },
      }),
      head: ({ theme }) => ({
        fontSize: theme.typography.pxToRem(14),
        fontWeight: 600,
        whiteSpace: 'nowrap',
        color: theme.vars!.palette.text.secondary,
        backgroundColor: theme.vars!.palette.background.neutral,
      }),
    },
  },
  MuiTooltip: {
    styleOverrides: {
      tooltip: ({ theme }) => ({
        color: theme.vars!.palette.background.paper,
        backgroundColor: theme.vars!.palette.text.primary,
      }),
    },
  },
  MuiAvatar: {
    styleOverrides: {
      colorDefault: ({ theme }) => ({
        color: theme.vars!.palette.primary.contrastText,
        backgroundColor: theme.vars!.palette.primary.fill,
        fontWeight: 600,
      }),
    },
  },
}

const inputs: Components<Theme> = {
  MuiInputLabel: { defaultProps: { shrink: true } },
  MuiOutlinedInput: {
    defaultProps: { notched: true },
    styleOverrides: {
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars!.palette.control }),
      root: ({ theme }) => ({
        // Room for the buttons within.
        [touched]: { minHeight: sizes.finger },
        '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars!.palette.divider },
        '& input.Mui-disabled, & textarea.Mui-disabled': { WebkitTextFillColor: theme.vars!.palette.text.primary },
        '& input::placeholder, & textarea::placeholder': { color: theme.vars!.palette.text.secondary, opacity: 1 },
      }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({ '&.Mui-focused:not(.Mui-error)': { color: theme.vars!.palette.primary.text } }),
    },
  },
  MuiSelect: { styleOverrides: { select: { display: 'flex', alignItems: 'center' } } },
  MuiMenuItem: { styleOverrides: { root: ({ theme }) => ({ ...theme.typography.body2 }) } },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontWeight: 600,
        minHeight: sizes.navItem + 4,
        '&.Mui-selected': { color: theme.vars!.palette.text.primary },
      }),
    },
  },
}

/** For the stylesheets in styles/. */
export const lengths = {
  '--finger': `${sizes.finger}px`,
  '--badge': `${listSizes.badge}px`,
  '--nav-item': `${sizes.navItem}px`,
  [headerHeight]: `${sizes.header.mobile}px`,
  '--header-blur': `${sizes.headerBlur}px`,
  '--header-layer': layers.header,
  '--navigation-layer': layers.navigation,
  [sidebarWidth]: `${sizes.sidebar}px`,
  [sidebarPadding]: '20px',
}

const collapsed = {
  [sidebarWidth]: `${sizes.rail}px`,
  // The sidebar has a border of one pixel.
  [sidebarPadding]: `${(sizes.rail - sizes.navItem) / 2 - 1}px`,
}

const texts: Components<Theme> = {
  MuiTypography: {
    // A heading with the size of a text. The days of a thread are captions.
    styleOverrides: { root: { '&:is(h1, h2, h3, h4, h5, h6):not(.MuiTypography-caption)': heading } },
  },
}

const page: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: {
      html: {
        height: '100%',
        ...lengths,
        '&[data-sidebar=collapsed]': collapsed,
        '@media (min-width: 900px)': { [headerHeight]: `${sizes.header.desktop}px` },
      },
      'body, #root': { display: 'flex', flex: '1 1 auto', flexDirection: 'column', minHeight: '100%' },
      img: { maxWidth: '100%' },
      // A heading gets focus on a new page; it is not a control, so it needs no ring.
      'main, h1': { '&[tabindex="-1"]': { outline: 'none' } },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          // With reduced motion, an endless animation this short would flash.
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
        },
      },
    },
  },
}

export const overrides: Components<Theme> = { ...buttons, ...surfaces, ...inputs, ...texts, ...page }
