import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { Requester } from '#contract/enquiries.ts'
import { useListRequestersQuery } from '#web/enquiries/enquiryApi.ts'
import { useAssignees } from '#web/enquiries/useAssignees.ts'
import { unassigned } from './FilterChips.tsx'
import { nonEmpty, type ListQuery } from './listQuery.ts'

interface PeopleFiltersProps {
  query: ListQuery
  onChanged: (changes: Partial<ListQuery>) => void
}

/** Filters by the people of an enquiry. */
export function PeopleFilters({ query: { raisedBy, assignee }, onChanged }: PeopleFiltersProps) {
  const { data: people = [] } = useListRequestersQuery()
  const { assignees } = useAssignees()
  return (
    <>
      <PeopleChoice
        label="Raised by"
        people={people}
        options={people}
        chosen={raisedBy}
        onChosen={(ids) => onChanged({ raisedBy: ids })}
      />
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

interface PeopleChoiceProps {
  label: string
  /** Everyone, for the names of the chosen people who are not offered. */
  people: Requester[]
  options: Requester[]
  chosen: string[] | undefined
  onChosen: (ids: string[] | undefined) => void
}

function PeopleChoice({ label, people, options, chosen = [], onChosen }: PeopleChoiceProps) {
  const known = [...options, ...people]
  return (
    <Autocomplete
      multiple
      size="small"
      options={options}
      value={chosen.map((id) => known.find(({ _id }) => _id === id) ?? { _id: id, name: '…' })}
      getOptionKey={({ _id }) => _id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, value) => option._id === value._id}
      onChange={(_event, all) => onChosen(nonEmpty(all.map(({ _id }) => _id)))}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  )
}
