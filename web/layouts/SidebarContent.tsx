import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { User } from '#contract/accounts.ts'
import { CompanyLogo } from '#web/components/CompanyLogo.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { paths } from '#web/navigation/paths.ts'
import { NavigationItem } from './NavigationItem.tsx'

interface SidebarContentProps {
  user: User
  onChosen?: () => void
}

export function SidebarContent({ user, onChosen }: SidebarContentProps) {
  return (
    <>
      <Company name={user.company.companyName} logo={user.company.logo} />
      <Greeting name={user.name || 'User'} picture={user.profilePic} />
      <Box component="nav" aria-label="Main">
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 0.5 }}>
          <NavigationItem title="Enquiry" icon="ticket" path={paths.home} onChosen={onChosen} />
        </Box>
      </Box>
    </>
  )
}

interface CompanyProps {
  name: string
  logo: string | null
}

function Company({ name, logo }: CompanyProps) {
  return (
    <Box className="rail-bare" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 1 }}>
      <CompanyLogo name={name} logo={logo} />
      <Typography
        variant="subtitle1"
        component="p"
        className="rail-hidden"
        sx={{ minWidth: 0, overflowWrap: 'anywhere' }}
      >
        {name}
      </Typography>
    </Box>
  )
}

interface GreetingProps {
  name: string
  picture: string | null
}

function Greeting({ name, picture }: GreetingProps) {
  return (
    <Box
      className="rail-bare"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        my: 2,
        p: 2,
        borderRadius: 1.5,
        bgcolor: 'action.hover',
      }}
    >
      <PersonAvatar name={name} picture={picture} />
      <Box className="rail-hidden" sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Hello,
        </Typography>
        <Typography variant="subtitle2" component="p" noWrap title={name}>
          {name}
        </Typography>
      </Box>
    </Box>
  )
}
