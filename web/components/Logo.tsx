import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { paths } from '#web/navigation/paths.ts'
import logo from '#web/theme/favicon.svg'
import { sizes } from '#web/theme/sizes.ts'
import { pageSettings } from './pageSettings.ts'

export function Logo() {
  return (
    <Link component={RouterLink} to={paths.home} sx={{ display: 'inline-flex' }}>
      <Box component="img" src={logo} alt={pageSettings.appName} width={sizes.logo} height={sizes.logo} />
    </Link>
  )
}
