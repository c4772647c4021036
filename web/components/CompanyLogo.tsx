import Avatar from '@mui/material/Avatar'
import defaultLogo from '#web/theme/company.svg'
import { sizes } from '#web/theme/sizes.ts'
import { usePicture } from './pictureUrls.ts'

interface CompanyLogoProps {
  name: string
  logo: string | null | undefined
  size?: keyof typeof sizes.avatar
}

export function CompanyLogo({ name, logo, size = 'medium' }: CompanyLogoProps) {
  const { src, onError } = usePicture(logo)
  const side = sizes.avatar[size]
  return (
    <Avatar
      variant="rounded"
      src={src ?? defaultLogo}
      slotProps={{ img: { onError } }}
      alt={`Logo of ${name}`}
      sx={{ width: side, height: side, bgcolor: logo ? 'background.neutral' : 'transparent' }}
    />
  )
}
