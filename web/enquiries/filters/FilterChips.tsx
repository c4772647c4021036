import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useListRequestersQuery } from '#web/enquiries/enquiryApi.ts'
import { filterChips } from './filterChips.ts'
import { noFilter, type ListQuery } from './listQuery.ts'

interface FilterChipsProps {
  open: boolean
  query: ListQuery
  onChanged: (changes: Partial<ListQuery>) => void
}

/** Every filter that is on; a press takes it off. */
export function FilterChips({ open, query, onChanged }: FilterChipsProps) {
  const { data: requesters } = useListRequestersQuery(undefined, { skip: !query.raisedBy })
  const chips = filterChips(query, requesters)
  if (!open) return null
  return (
    <Box
      component="ul"
      aria-label="Filters"
      sx={{ listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, px: 2.5, pb: 2 }}
    >
      {chips.map(({ id, label, without }) => (
        <Box component="li" key={id} sx={{ minWidth: 0 }}>
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            endIcon={<Icon name="x" size="small" />}
            aria-label={`Remove the filter ${label}`}
            onClick={() => onChanged(without)}
            sx={{ maxWidth: 1, fontWeight: 500, overflowWrap: 'anywhere', textAlign: 'start' }}
          >
            {label}
          </Button>
        </Box>
      ))}
      <li>
        <Button size="small" onClick={() => onChanged({ ...noFilter, search: query.search })}>
          Clear all
        </Button>
      </li>
    </Box>
  )
}
