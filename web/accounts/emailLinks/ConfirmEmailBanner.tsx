import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useSendConfirmationMutation } from '#web/accounts/accountApi.ts'
import { useBannerHeight } from '#web/components/notices/useBannerHeight.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'

interface ConfirmEmailBannerProps {
  email: string
}

/** Reminds people on every page to confirm their address. Until they do, they cannot invite others. */
export function ConfirmEmailBanner({ email }: ConfirmEmailBannerProps) {
  const [sendAgain, { isLoading }] = useSendConfirmationMutation()
  const { path } = useRouter()
  const banner = useBannerHeight()
  return (
    <Box component="section" aria-label="Email confirmation" ref={banner} sx={{ pb: 2 }}>
      {/* `role=none`: the banner is there when the page opens, so it must not interrupt a screen reader. */}
      <Alert severity="warning" role="none" sx={{ '& .MuiAlert-message': { flexGrow: 1 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <strong>Confirm your email address.</strong> We sent a link to {email}.
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button
              size="small"
              color="inherit"
              variant="outlined"
              aria-disabled={isLoading || undefined}
              onClick={() => !isLoading && void sendAgain()}
            >
              Send again
            </Button>
            {path !== paths.profile && (
              <Button size="small" color="inherit" component={Link} to={paths.profile}>
                Change address
              </Button>
            )}
          </Box>
        </Box>
      </Alert>
    </Box>
  )
}
