import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useDeferredValue, useState } from 'react'
import type { PossibleRequester, Requester } from '#contract/enquiries.ts'
import { useAssignees } from '#web/enquiries/useAssignees.ts'
import { unassigned } from './FilterChips.tsx'
import { nonEmpty, type ListQuery } from './listQuery.ts'
import { useListRequestersQuery } from './requesterApi.ts'

interface PeopleFiltersProps {
  query: ListQuery
  onChanged: (changes: Partial<ListQuery>) => void
}

/** Filters by the people of an enquiry. */
export function PeopleFilters({ query: { raisedBy, assignee }, onChanged }: PeopleFiltersProps) {
  const { data: people = [] } = useListRequestersQuery({ ids: raisedBy })
  const { assignees } = useAssignees()
  return (
    <>
      <RequesterChoice people={people} chosen={raisedBy} onChosen={(ids) => onChanged({ raisedBy: ids })} />
      {(assignees ?? assignee) && (
        <PeopleChoice
          label="Assignee"
          people={people}
          options={[unassigned, ...(assignees ?? [])]}
          chosen={assignee}
          onChosen={(ids) => onChanged({ assignee: ids })}
        />
      )}
    </>
  )
}

type RequesterChoiceProps = Pick<PeopleChoiceProps, 'people' | 'chosen' | 'onChosen'>

/** Offers colleagues, and the customers whose name or address has the typed words. */
function RequesterChoice(props: RequesterChoiceProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const { data = [] } = useListRequestersQuery({ search })
  return <PeopleChoice label="Raised by" options={data} typed={typed} onTyped={setTyped} {...props} />
}

interface PeopleChoiceProps {
  label: string
  /** Everyone, for the names of the chosen people who are not offered. */
  people: Person[]
  options: Person[]
  chosen: string[] | undefined
  onChosen: (ids: string[] | undefined) => void
  typed?: string
  onTyped?: (text: string) => void
}

type Person = Requester & Partial<PossibleRequester>

interface NameAndAddressProps {
  name: string
  email: string
}

function NameAndAddress({ name, email }: NameAndAddressProps) {
  return (
    <Typography variant="body2" component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {name}
      <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {email}
      </Box>
    </Typography>
  )
}

const byName = createFilterOptions<Person>({ stringify: ({ name }) => name })

/** The server has searched the customers already, also by address. */
function matching(options: Person[], state: Parameters<typeof byName>[1]) {
  const customers = options.filter(({ kind }) => kind === 'contact')
  return [
    ...byName(
      options.filter(({ kind }) => kind !== 'contact'),
      state,
    ),
    ...customers,
  ]
}

function PeopleChoice({ label, people, options, chosen = [], onChosen, typed, onTyped }: PeopleChoiceProps) {
  const known = [...options, ...people]
  return (
    <Autocomplete
      multiple
      size="small"
      options={options}
      value={chosen.map((id) => known.find(({ _id }) => _id === id) ?? { _id: id, name: '…' })}
      getOptionKey={({ _id }) => _id}
      getOptionLabel={({ name }) => name}
      filterOptions={matching}
      renderOption={({ key, ...item }, { name, email }) => (
        <li key={key} {...item}>
          {email ? <NameAndAddress {...{ name, email }} /> : name}
        </li>
      )}
      inputValue={typed}
      // Options that arrive reset the text.
      onInputChange={(_event, text, reason) => reason !== 'reset' && onTyped?.(text)}
      isOptionEqualToValue={(option, value) => option._id === value._id}
      onChange={(_event, all) => onChosen(nonEmpty(all.map(({ _id }) => _id)))}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  )
}
