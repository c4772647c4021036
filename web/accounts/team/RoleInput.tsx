import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useController, type Control } from 'react-hook-form'
import { type Invite } from '#contract/accounts.ts'
import { roles } from '#contract/accounts/roles.ts'
import { roleTexts } from './roleTexts.ts'

interface RoleInputProps {
  control: Control<Invite>
  name: 'role'
}

/** A choice of roles, each with a description. */
export function RoleInput({ control, name }: RoleInputProps) {
  const { field } = useController({ control, name })
  const { ref, ...group } = field
  const id = useId()
  return (
    <FormControl>
      <FormLabel id={id}>Role</FormLabel>
      <RadioGroup {...group} aria-labelledby={id}>
        {roles.map((role) => (
          <FormControlLabel
            key={role}
            value={role}
            control={<Radio slotProps={{ input: { ref: role === field.value ? ref : undefined } }} />}
            sx={{ alignItems: 'flex-start', '& .MuiFormControlLabel-label': { pt: 1 }, mb: 0.5 }}
            label={
              <>
                <Typography variant="subtitle2" component="span" sx={{ display: 'block' }}>
                  {roleTexts[role].name}
                </Typography>
                <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
                  {roleTexts[role].purpose}
                </Typography>
              </>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
