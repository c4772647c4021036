import Avatar from '@mui/material/Avatar'
import defaultLogo from '#web/theme/company.svg'
import { sizes } from '#web/theme/sizes.ts'

interface CompanyLogoProps {
  name: string
  logo: string | null | undefined
  size?: keyof typeof sizes.avatar
}

export function CompanyLogo({ name, logo, size = 'medium' }: CompanyLogoProps) {
  const side = sizes.avatar[size]
  return (
    <Avatar
      variant="rounded"
      src={logo ?? defaultLogo}
      alt={`Logo of ${name}`}
      sx={{ width: side, height: side, bgcolor: logo ? 'background.neutral' : 'transparent' }}
    />
  )
}
