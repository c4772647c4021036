import Typography from '@mui/material/Typography'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { OfferedOptions } from '#web/desk/box/OfferedOptions.tsx'
import type { Offer } from '#web/desk/box/useOffer.ts'
import type { Colleague } from './useMentions.ts'

interface MentionOptionsProps {
  offer: Offer<Colleague>
}

export function MentionOptions({ offer }: MentionOptionsProps) {
  return (
    <OfferedOptions
      offer={offer}
      label="Colleagues"
      announcement="colleagues. Choose with the arrow keys, insert with Enter"
      renderOption={({ name, profilePic }) => (
        <>
          <PersonAvatar name={name} picture={profilePic} size="small" />
          <Typography variant="subtitle2" component="div" dir="auto" noWrap sx={{ marginInlineStart: 1.5 }}>
            {name}
          </Typography>
        </>
      )}
    />
  )
}
