import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Typography from '@mui/material/Typography'
import { roles } from '#contract/accounts/roles.ts'
import type { ChangeMember, TeamMember } from '#contract/team.ts'
import { ProfileItem } from '#web/accounts/profile/ProfileCard.tsx'
import { RelativeTime } from '#web/accounts/RelativeTime.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { roleTexts } from './roleTexts.ts'

interface TeamListProps {
  people: TeamMember[]
  userId: string
  /** The person whose change is in flight. */
  changingId: string | undefined
  onChanged: (id: string, changes: ChangeMember) => void
  /** Called when a person needs a link to choose a new password. */
  onLinkWanted: (person: TeamMember) => void
  /** Called when a person should be deactivated, which needs a confirmation. */
  onDeactivated: (person: TeamMember) => void
}

export function TeamList({ people, userId, changingId, onChanged, onLinkWanted, onDeactivated }: TeamListProps) {
  return (
    <Box component="ul" aria-label="People" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {people.map((person) => (
        <ProfileItem key={person._id}>
          <PersonAvatar name={person.name} picture={person.profilePic} />
          <PersonText person={person} isSelf={person._id === userId} />
          {person._id === userId ? (
            <Chip size="small" label={roleTexts[person.role].name} />
          ) : (
            <PersonControls
              person={person}
              isChanging={person._id === changingId}
              onChanged={(changes) => onChanged(person._id, changes)}
              onLinkWanted={() => onLinkWanted(person)}
              onDeactivated={() => onDeactivated(person)}
            />
          )}
        </ProfileItem>
      ))}
    </Box>
  )
}

/** The text takes the remaining width, or a row of its own if less than 12 rem remain. */
export const teamItemText = { flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' } as const

interface PersonTextProps {
  person: TeamMember
  isSelf: boolean
}

function PersonText({ person, isSelf }: PersonTextProps) {
  const { name, email, isActive, lastSeenAt } = person
  return (
    <Box sx={teamItemText}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography variant="subtitle2" component="h3">
          {name}
        </Typography>
        {isSelf && <Chip size="small" label="You" />}
        {!isActive && <Chip size="small" variant="outlined" label="Deactivated" />}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {email}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {lastSeenAt ? (
          <>
            Last active <RelativeTime value={lastSeenAt} />
          </>
        ) : (
          'Not active for a long time'
        )}
      </Typography>
    </Box>
  )
}

interface PersonControlsProps {
  person: TeamMember
  isChanging: boolean
  onChanged: (changes: ChangeMember) => void
  onLinkWanted: () => void
  onDeactivated: () => void
}

function PersonControls({ person, isChanging, onChanged, onLinkWanted, onDeactivated }: PersonControlsProps) {
  const { name, role, isActive } = person
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {isActive && (
        <Select
          size="small"
          value={role}
          SelectDisplayProps={{ 'aria-label': `Role of ${name}: ${roleTexts[role].name}` }}
          onChange={({ target }) => !isChanging && onChanged({ role: target.value })}
          sx={{ minWidth: '8rem' }}
        >
          {roles.map((each) => (
            <MenuItem key={each} value={each}>
              {roleTexts[each].name}
            </MenuItem>
          ))}
        </Select>
      )}
      {isActive && (
        <Button
          variant="outlined"
          color="inherit"
          aria-label={`Reset link for ${name}`}
          aria-disabled={isChanging || undefined}
          onClick={() => !isChanging && onLinkWanted()}
        >
          Reset link
        </Button>
      )}
      <Button
        variant="outlined"
        color={isActive ? 'error' : 'inherit'}
        aria-label={`${isActive ? 'Deactivate' : 'Reactivate'} ${name}`}
        aria-disabled={isChanging || undefined}
        onClick={() => !isChanging && (isActive ? onDeactivated() : onChanged({ isActive: true }))}
      >
        {isActive ? 'Deactivate' : 'Reactivate'}
      </Button>
    </Box>
  )
}
