import AvatarGroup from '@mui/material/AvatarGroup'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import type { PresentPerson } from './presence.ts'

interface PresentPeopleProps {
  people: PresentPerson[]
}

const maxAvatars = 3

/** The other people who have this page open. Those who edit it come first, and have a pencil. */
export function PresentPeople({ people }: PresentPeopleProps) {
  const [editors, readers] = [people.filter(isEditor), people.filter((person) => !isEditor(person))]
  const sentence = [describe(editors, 'editing'), describe(readers, 'also here')].filter(Boolean).join('. ')
  const shownEditors = editors.slice(0, maxAvatars)
  const others = [...editors.slice(maxAvatars), ...readers]
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        {sentence}
      </Box>
      {people.length > 0 && (
        <Tooltip title={sentence} describeChild>
          <Box aria-hidden sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
            {editors.length > 0 && <EditingText editors={editors} />}
            {shownEditors.map((person) => (
              <EditorAvatar key={person._id} person={person} />
            ))}
            {others.length > 0 && <Avatars people={others} max={maxAvatars + 1 - shownEditors.length} />}
          </Box>
        </Tooltip>
      )}
    </>
  )
}

function isEditor({ isEditing }: PresentPerson) {
  return isEditing
}

function describe(people: PresentPerson[], doing: string) {
  if (people.length === 0) return ''
  const names = new Intl.ListFormat('en').format(people.map(({ name }) => name))
  return `${names} ${people.length === 1 ? 'is' : 'are'} ${doing}`
}

interface EditingTextProps {
  editors: PresentPerson[]
}

/** On a phone there is no room for the name, which the avatar stands for. */
function EditingText({ editors }: EditingTextProps) {
  const [first, ...others] = editors
  const who = others.length === 0 ? `${first!.name} is` : `${editors.length} people are`
  return (
    <Typography variant="caption" noWrap sx={{ color: 'text.secondary', maxWidth: sizes.editing }}>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {who} editing
      </Box>
      <Box component="span" sx={{ display: { sm: 'none' } }}>
        Editing
      </Box>
    </Typography>
  )
}

interface EditorAvatarProps {
  person: PresentPerson
}

function EditorAvatar({ person: { name, profilePic } }: EditorAvatarProps) {
  return (
    <Badge
      overlap="circular"
      color="primary"
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      badgeContent={<Icon name="pencil" size="tiny" />}
      slotProps={{ badge: { sx: { p: 0.25, minWidth: 0, height: 'auto', borderRadius: '50%' } } }}
    >
      <PersonAvatar name={name} picture={profilePic} size="small" />
    </Badge>
  )
}

interface AvatarsProps extends PresentPeopleProps {
  max: number
}

function Avatars({ people, max }: AvatarsProps) {
  const surplus = { width: sizes.avatar.small, height: sizes.avatar.small, typography: 'caption' }
  return (
    <AvatarGroup max={max} slotProps={{ surplus: { sx: surplus } }}>
      {people.map(({ _id, name, profilePic }) => (
        <PersonAvatar key={_id} name={name} picture={profilePic} size="small" />
      ))}
    </AvatarGroup>
  )
}
