import Avatar from '@mui/material/Avatar'
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
    <Avatar
      aria-hidden
      src={src}
      alt=""
      slotProps={{ img: { onError } }}
      sx={{ width: side, height: side, fontSize: side * 0.45 }}
    >
      {name.trim().charAt(0).toUpperCase()}
    </Avatar>
  )
}
