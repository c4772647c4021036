import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Drawer from '@mui/material/Drawer'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormLabel from '@mui/material/FormLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { ratings } from '#contract/customers/satisfaction.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { limits } from '#contract/limits.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useGetEnquirySummaryQuery } from '#web/enquiries/enquiryApi.ts'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { sizes } from '#web/theme/sizes.ts'
import { nonEmpty, noFilter, type ListQuery } from './listQuery.ts'
import { PeopleFilters } from './PeopleFilters.tsx'
import { PeriodInput } from './PeriodInput.tsx'

interface FilterPanelProps {
  open: boolean
  isWide: boolean
  query: ListQuery
  /** The number of matches, in words. */
  found: string
  onChanged: (changes: Partial<ListQuery>) => void
  onClosed: () => void
}

/** A panel beside the list, or a bottom sheet on a phone. Each change shows in the list at once. */
export function FilterPanel({ open, isWide, query, found, onChanged, onClosed }: FilterPanelProps) {
  const shape = isWide
    ? { width: sizes.filterPanel }
    : { maxHeight: sizes.sheetHeight, borderRadius: '16px 16px 0 0', width: 1 }
  return (
    <Drawer
      anchor={isWide ? 'right' : 'bottom'}
      open={open}
      onClose={onClosed}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Filters', sx: shape } }}
      // Above the navigation.
      sx={{ zIndex: (theme) => theme.zIndex.modal }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2.5, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h6" component="h2" sx={{ flexGrow: 1 }}>
          Filters
        </Typography>
        <IconButton aria-label="Close" edge="end" onClick={onClosed}>
          <Icon name="x" />
        </IconButton>
      </Box>
      <Box sx={{ display: 'grid', alignContent: 'start', gap: 3, p: 2.5, overflowY: 'auto', flexGrow: 1 }}>
        <StatusBoxes chosen={query.enquiryStatus} onChosen={(enquiryStatus) => onChanged({ enquiryStatus })} />
        <Types query={query} onChanged={onChanged} />
        <PeopleFilters query={query} onChanged={onChanged} />
        <Conditions query={query} onChanged={onChanged} />
        <RatingBoxes query={query} onChanged={onChanged} />
        <PeriodInput label="Created" period={query.created} onChosen={(created) => onChanged({ created })} />
        <PeriodInput label="Updated" period={query.updated} onChosen={(updated) => onChanged({ updated })} />
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, px: 2.5, py: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button variant="outlined" color="inherit" onClick={() => onChanged({ ...noFilter, search: query.search })}>
          Clear all
        </Button>
        <Button variant="contained" onClick={onClosed} sx={{ flexGrow: 1 }}>
          {`Show ${found}`}
        </Button>
      </Box>
    </Drawer>
  )
}

interface StatusBoxesProps {
  chosen: EnquiryStatus[] | undefined
  onChosen: (statuses: EnquiryStatus[] | undefined) => void
}

function StatusBoxes({ chosen = [], onChosen }: StatusBoxesProps) {
  const toggle = (status: EnquiryStatus) => {
    const isOn = chosen.includes(status)
    const next = enquiryStatuses.filter((each) => (each === status ? !isOn : chosen.includes(each)))
    onChosen(next.length ? next : undefined)
  }
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend" sx={{ typography: 'subtitle2', color: 'text.primary' }}>
        Status
      </FormLabel>
      <FormGroup>
        {enquiryStatuses.map((status) => (
          <FormControlLabel
            key={status}
            control={<Checkbox size="small" checked={chosen.includes(status)} onChange={() => toggle(status)} />}
            label={<StatusChip status={status} />}
          />
        ))}
      </FormGroup>
    </FormControl>
  )
}

interface PartProps {
  query: ListQuery
  onChanged: (changes: Partial<ListQuery>) => void
}

function RatingBoxes({ query: { rating: chosen = [] }, onChanged }: PartProps) {
  const toggle = (rating: number) => {
    onChanged({ rating: nonEmpty(ratings.filter((each) => chosen.includes(each) !== (each === rating))) })
  }
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend" sx={{ typography: 'subtitle2', color: 'text.primary' }}>
        Rating
      </FormLabel>
      <FormGroup row>
        {ratings.map((rating) => (
          <FormControlLabel
            key={rating}
            control={<Checkbox size="small" checked={chosen.includes(rating)} onChange={() => toggle(rating)} />}
            label={rating}
          />
        ))}
      </FormGroup>
    </FormControl>
  )
}

function Types({ query: { enquiryType = [] }, onChanged }: PartProps) {
  const { data: summary } = useGetEnquirySummaryQuery()
  return (
    <Autocomplete
      multiple
      // Only the most used types are offered; others can be typed.
      freeSolo
      size="small"
      options={[...new Set([...enquiryType, ...(summary?.types ?? [])])]}
      value={enquiryType}
      onChange={(_event, types) => onChanged({ enquiryType: nonEmpty(cleanTypes(types)) })}
      renderInput={(params) => (
        <TextField {...params} label="Type" helperText="Choose, or type another and press Enter" />
      )}
    />
  )
}

/** Trims the types and cuts them to the length limit. */
function cleanTypes(types: string[]) {
  return [...new Set(types.map((type) => type.trim().slice(0, limits.enquiryType)).filter(Boolean))]
}

function Conditions({ query: { hasDocuments, unanswered }, onChanged }: PartProps) {
  return (
    <>
      <TextField
        select
        size="small"
        label="Documents"
        value={String(hasDocuments ?? '')}
        onChange={({ target }) => onChanged({ hasDocuments: target.value ? target.value === 'true' : undefined })}
        slotProps={{ select: { displayEmpty: true } }}
      >
        <MenuItem value="">Any</MenuItem>
        <MenuItem value="true">With documents</MenuItem>
        <MenuItem value="false">Without documents</MenuItem>
      </TextField>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={unanswered === true}
            onChange={(_event, isOn) => onChanged({ unanswered: isOn || undefined })}
          />
        }
        label="Waiting for a reply"
      />
    </>
  )
}
