import { sizes } from '#web/theme/sizes.ts'
import { usePicture } from './pictureUrls.ts'

interface PersonAvatarProps {
  name: string
  picture: string | null | undefined
  size?: keyof typeof sizes.avatar
}

/** The picture of a person, or the first letter of their name. It stands beside the name, so screen readers skip it. */
export function PersonAvatar({ name, picture, size = 'medium' }: PersonAvatarProps) {
  const { src, onError } = usePicture(picture)
  const side = sizes.avatar[size]
  return (
    <div
      aria-hidden
      // MUI's AvatarGroup lays out its members by its own class.
      className={`MuiAvatar-root ${src ? 'avatar' : `avatar avatar-letter ${size}`}`}
      style={{ width: side, height: side, fontSize: side * 0.45 }}
    >
      {src ? <img src={src} alt="" loading="lazy" onError={onError} /> : name.trim().charAt(0).toUpperCase()}
    </div>
  )
}
