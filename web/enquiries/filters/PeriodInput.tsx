import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { bareFieldset } from '#web/theme/sharedStyles.ts'
import { betweenDays, daysOf, isPreset, presets, type Period } from './periods.ts'

interface PeriodInputProps {
  label: string
  period: Period | undefined
  onChosen: (period: Period | undefined) => void
}

const between = 'between'

/** Firefox cuts off the year of a day that is narrower. */
const columns = 'repeat(auto-fit, minmax(min(190px, 100%), 1fr))'

/** A preset, or two days from the browser's date picker. */
export function PeriodInput({ label, period, onChosen }: PeriodInputProps) {
  const days = period ? daysOf(period) : {}
  const choice = !period ? '' : isPreset(period) ? period : between
  const choose = (chosen: string) => {
    if (chosen === between) return
    onChosen(chosen || undefined)
  }
  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{ ...bareFieldset, display: 'grid', gridTemplateColumns: columns, gap: 1.5, rowGap: 2 }}
    >
      <TextField
        select
        size="small"
        label={label}
        value={choice}
        onChange={({ target }) => choose(target.value)}
        slotProps={{ select: { displayEmpty: true } }}
        sx={{ gridColumn: '1 / -1' }}
      >
        <MenuItem value="">Any time</MenuItem>
        {Object.entries(presets).map(([preset, name]) => (
          <MenuItem key={preset} value={preset}>
            {name}
          </MenuItem>
        ))}
        {choice === between && <MenuItem value={between}>Between two days</MenuItem>}
      </TextField>
      <Day
        label={`${label} from`}
        day={days.from}
        most={days.to}
        onChosen={(from) => onChosen(betweenDays({ ...days, from }))}
      />
      <Day
        label={`${label} to`}
        day={days.to}
        least={days.from}
        onChosen={(to) => onChosen(betweenDays({ ...days, to }))}
      />
    </Box>
  )
}

interface DayProps {
  label: string
  day: string | undefined
  least?: string
  most?: string
  onChosen: (day: string | undefined) => void
}

function Day({ label, day = '', least, most, onChosen }: DayProps) {
  const [typed, setTyped] = useState<string>()
  const value = typed ?? day
  const type = (text: string) => {
    setTyped(text)
    // A year that is half typed, such as 0020, is not a choice yet.
    if (!text || text > '1900') onChosen(text || undefined)
  }
  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={value}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setTyped(undefined)}
      slotProps={{ htmlInput: { min: least, max: most } }}
      sx={value ? undefined : looksEmpty}
    />
  )
}

/** Safari shows today in an empty date, as if it were chosen. */
const looksEmpty = { '& input:not(:focus)::-webkit-datetime-edit': { opacity: 0 } } as const
