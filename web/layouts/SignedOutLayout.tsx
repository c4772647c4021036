import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Outlet } from 'react-router'
import { useSessionEnd } from '#web/accounts/signIn/useSessionEnd.ts'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { Logo } from '#web/components/Logo.tsx'
import { pageSettings } from '#web/components/pageSettings.ts'
import { overlay } from '#web/theme/overlay.ts'
import { fingerHigh, touched } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { Header } from './Header.tsx'

// Its tooltip is a sixteenth of what sign-in would load.
const ColorModeMenu = latePart(async () => (await import('#web/components/ColorModeMenu.tsx')).ColorModeMenu)

export function SignedOutLayout() {
  useSessionEnd()
  return (
    <Box sx={[{ display: 'flex', flexDirection: 'column', flexGrow: 1 }, overlay]}>
      <Header left={<Logo />} right={<HeaderLinks />} />
      <Alert severity="info" sx={{ display: pageSettings.notice ? 'flex' : 'none', borderRadius: 0 }}>
        {pageSettings.notice}
      </Alert>
      <Box
        component="main"
        sx={{
          flexGrow: 1,
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          justifyContent: { md: 'center' },
          px: 2,
          pt: { xs: 3, md: 10 },
          pb: 10,
        }}
      >
        <Box
          sx={(theme) => ({
            width: '100%',
            maxWidth: sizes.authContent,
            px: 3,
            py: 5,
            borderRadius: 2,
            bgcolor: 'background.paper',
            boxShadow: theme.vars!.customShadows.card,
          })}
        >
          <Outlet />
        </Box>
      </Box>
    </Box>
  )
}

/** The links do not move when the button appears. */
const placeOfButton = {
  width: sizes.iconButton,
  height: sizes.iconButton,
  [touched]: { width: sizes.finger, height: sizes.finger },
}

function HeaderLinks() {
  return (
    <>
      <Link
        href={pageSettings.vendorUrl}
        target="_blank"
        rel="noopener"
        color="inherit"
        variant="subtitle2"
        sx={fingerHigh}
      >
        Software By {pageSettings.vendorName}
      </Link>
      <Box sx={placeOfButton}>
        <ColorModeMenu />
      </Box>
    </>
  )
}
