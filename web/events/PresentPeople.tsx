import AvatarGroup from '@mui/material/AvatarGroup'
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import type { PresentPerson } from './presence.ts'

interface PresentPeopleProps {
  people: PresentPerson[]
}

const maxAvatars = 3

/** The other people who have this page open. */
export function PresentPeople({ people }: PresentPeopleProps) {
  const sentence = people.length > 0 ? alsoHere(people) : ''
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        {sentence}
      </Box>
      {people.length > 0 && (
        <Tooltip title={sentence} describeChild>
          <AvatarGroup
            max={maxAvatars + 1}
            aria-hidden
            slotProps={{
              surplus: { sx: { width: sizes.avatar.small, height: sizes.avatar.small, typography: 'caption' } },
            }}
          >
            {people.map(({ _id, name, profilePic }) => (
              <PersonAvatar key={_id} name={name} picture={profilePic} size="small" />
            ))}
          </AvatarGroup>
        </Tooltip>
      )}
    </>
  )
}

function alsoHere(people: PresentPerson[]) {
  const names = new Intl.ListFormat('en').format(people.map(({ name }) => name))
  return people.length === 1 ? `${names} is also here` : `${names} are also here`
}
