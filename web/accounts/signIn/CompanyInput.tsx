import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'
import type { CompanyChoice, LogIn } from '#contract/accounts.ts'

interface CompanyInputProps {
  control: Control<LogIn>
  companies: CompanyChoice
  /** Called when the email address or password changes, because the companies may then be different. */
  onCredentialsChanged: () => void
}

/** A choice among the companies that have an account with this email address and password. */
export function CompanyInput({ control, companies, onCredentialsChanged }: CompanyInputProps) {
  const id = useId()
  const { field } = useController({
    control,
    name: 'company',
    defaultValue: companies[0]?._id,
    shouldUnregister: true,
  })
  const { name, value, onChange, onBlur } = field
  const first = useRef<HTMLInputElement>(null)
  // Before the choice is painted, so that it never takes the focus from what the person types next.
  useLayoutEffect(() => first.current?.focus(), [])
  useCredentialsChange(control, onCredentialsChanged)
  return (
    <FormControl>
      <FormLabel id={id}>You have an account in several companies. Which one?</FormLabel>
      <RadioGroup {...{ name, value, onChange, onBlur }} aria-labelledby={id}>
        {companies.map(({ _id, companyName }, index) => (
          <FormControlLabel
            key={_id}
            value={_id}
            label={companyName}
            control={<Radio slotProps={{ input: { ref: index === 0 ? first : undefined } }} />}
            sx={{ overflowWrap: 'anywhere' }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

function useCredentialsChange(control: Control<LogIn>, onChanged: () => void) {
  const current = useWatch({ control, name: ['email', 'password'] }).join('\n')
  const [initial] = useState(current)
  const report = useEffectEvent(onChanged)
  useEffect(() => {
    if (current !== initial) report()
  }, [current, initial])
}
