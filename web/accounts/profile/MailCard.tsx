import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { pageSettings } from '#web/components/pageSettings.ts'
import { ProfileCard } from './ProfileCard.tsx'

const settings = [
  { name: 'SMTP_URL', purpose: 'the mail server', example: 'smtps://user:password@mail.example.com' },
  {
    name: 'PUBLIC_URL',
    purpose: 'the address of this site, for the links in emails',
    example: 'https://desk.example.com',
  },
]

/** Whether this server sends mail, and how to set that up. */
export function MailCard() {
  return (
    <ProfileCard
      part="mail"
      title="Email"
      description="Invitations, reset links and confirmations of addresses are sent by email."
    >
      {pageSettings.sendsMail ? (
        <Alert severity="success">This server sends email.</Alert>
      ) : (
        <>
          <Alert severity="info">
            This server does not send email yet. Links are shown to you, and you pass them on.
          </Alert>
          <Typography variant="body2">To connect email, start the server with these environment variables:</Typography>
          <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
            {settings.map(({ name, purpose, example }) => (
              <Box key={name}>
                <Typography component="dt" variant="subtitle2">
                  {name}: {purpose}
                </Typography>
                <Typography
                  component="dd"
                  variant="body2"
                  sx={{ m: 0, color: 'text.secondary', overflowWrap: 'anywhere' }}
                >
                  {example}
                </Typography>
              </Box>
            ))}
          </Box>
        </>
      )}
    </ProfileCard>
  )
}
