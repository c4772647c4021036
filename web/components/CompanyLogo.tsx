import defaultLogo from '#web/theme/company.svg'
import { sizes } from '#web/theme/sizes.ts'
import { usePicture } from './pictureUrls.ts'

interface CompanyLogoProps {
  name: string
  logo: string | null | undefined
  size?: keyof typeof sizes.avatar
}

/** The logo of a company, or the drawing of one if it has none or its logo cannot be loaded. */
export function CompanyLogo({ name, logo, size = 'medium' }: CompanyLogoProps) {
  const { src, onError } = usePicture(logo)
  const side = sizes.avatar[size]
  return (
    <div className={`avatar company-logo ${src ? 'is-own' : ''}`} style={{ width: side, height: side }}>
      <img src={src ?? defaultLogo} alt={`Logo of ${name}`} onError={onError} />
    </div>
  )
}
