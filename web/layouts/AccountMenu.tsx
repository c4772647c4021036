import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import type { User } from '#contract/accounts.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { sizes } from '#web/theme/sizes.ts'

interface AccountMenuProps {
  user: User
  open: boolean
  anchor: HTMLElement | null
  onClosed: () => void
  onLogOut: () => void
}

const items: { label: string; icon: IconName; path: string }[] = [
  { label: 'Home', icon: 'house', path: paths.home },
  { label: 'Profile', icon: 'user-round', path: paths.profile },
]

export function AccountMenu({ user, open, anchor, onClosed, onLogOut }: AccountMenuProps) {
  const router = useRouter()
  const go = (path: string) => {
    onClosed()
    void router.push(path)
  }
  return (
    <Popover
      open={open}
      anchorEl={anchor}
      onClose={onClosed}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { sx: { width: sizes.accountMenu }, 'aria-label': 'Account', role: 'dialog' } }}
    >
      <Person name={user.name} email={user.email} />
      <Divider sx={{ borderStyle: 'dashed' }} />
      <MenuList sx={{ p: 1 }}>
        {items.map(({ label, icon, path }) => (
          <MenuItem key={path} selected={path === router.path} onClick={() => go(path)} sx={{ borderRadius: 0.75 }}>
            <ListItemIcon>
              <Icon name={icon} />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </MenuList>
      <Divider sx={{ borderStyle: 'dashed' }} />
      <Box sx={{ p: 1 }}>
        <Button fullWidth color="error" startIcon={<Icon name="log-out" />} onClick={onLogOut}>
          Logout
        </Button>
      </Box>
    </Popover>
  )
}

interface PersonProps {
  name: string
  email: string
}

function Person({ name, email }: PersonProps) {
  return (
    <Box sx={{ p: 2, pb: 1.5 }}>
      <Typography variant="subtitle2" component="p" noWrap title={name}>
        {name}
      </Typography>
      <Typography variant="body2" noWrap title={email} sx={{ color: 'text.secondary' }}>
        {email}
      </Typography>
    </Box>
  )
}
