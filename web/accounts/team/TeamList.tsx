import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Typography from '@mui/material/Typography'
import { roles } from '#contract/accounts.ts'
import type { ChangeMember, TeamMember } from '#contract/team.ts'
import { RelativeTime } from '#web/accounts/RelativeTime.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { roleLook } from './roleLook.ts'
import { teamItem, teamItemText } from './teamItem.ts'

interface TeamListProps {
  people: TeamMember[]
  userId: string
  /** Whose change is under way. */
  changingId: string | undefined
  onChanged: (id: string, changes: ChangeMember) => void
  /** Somebody is to be deactivated, which is asked about first. */
  onLeft: (person: TeamMember) => void
}

export function TeamList({ people, userId, changingId, onChanged, onLeft }: TeamListProps) {
  return (
    <Box component="ul" aria-label="People" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {people.map((person) => (
        <Box component="li" key={person._id} sx={teamItem}>
          <PersonAvatar name={person.name} picture={person.profilePic} />
          <PersonText person={person} isSelf={person._id === userId} />
          {person._id === userId ? (
            <Chip size="small" label={roleLook[person.role].name} />
          ) : (
            <PersonControls
              person={person}
              isChanging={person._id === changingId}
              onChanged={(changes) => onChanged(person._id, changes)}
              onLeft={() => onLeft(person)}
            />
          )}
        </Box>
      ))}
    </Box>
  )
}

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
            Last here <RelativeTime value={lastSeenAt} />
          </>
        ) : (
          'Not here for a long time'
        )}
      </Typography>
    </Box>
  )
}

interface PersonControlsProps {
  person: TeamMember
  isChanging: boolean
  onChanged: (changes: ChangeMember) => void
  onLeft: () => void
}

function PersonControls({ person, isChanging, onChanged, onLeft }: PersonControlsProps) {
  const { name, role, isActive } = person
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {isActive && (
        <Select
          size="small"
          value={role}
          SelectDisplayProps={{ 'aria-label': `Role of ${name}: ${roleLook[role].name}` }}
          onChange={({ target }) => !isChanging && onChanged({ role: target.value })}
          sx={{ minWidth: '8rem' }}
        >
          {roles.map((each) => (
            <MenuItem key={each} value={each}>
              {roleLook[each].name}
            </MenuItem>
          ))}
        </Select>
      )}
      <Button
        variant="outlined"
        color={isActive ? 'error' : 'inherit'}
        aria-label={`${isActive ? 'Deactivate' : 'Reactivate'} ${name}`}
        aria-disabled={isChanging || undefined}
        onClick={() => !isChanging && (isActive ? onLeft() : onChanged({ isActive: true }))}
      >
        {isActive ? 'Deactivate' : 'Reactivate'}
      </Button>
    </Box>
  )
}
