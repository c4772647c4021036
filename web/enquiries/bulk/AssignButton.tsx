import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import { isFailure } from '#web/api/errors.ts'
import { useListAnswerersQuery } from './jobApi.ts'
import { MenuButton } from './MenuButton.tsx'
import type { WantedChange } from './useChangeMany.ts'

interface AssignButtonProps {
  count: string
  disabled: boolean
  onChosen: (wanted: WantedChange) => void
}

/** Says who answers them from now on: somebody who may, or nobody. */
export function AssignButton({ count, disabled, onChosen }: AssignButtonProps) {
  const { data: people, error } = useListAnswerersQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <MenuButton label="Assign" heading={`Assignee of ${count}`} disabled={disabled}>
      {(close) => [
        ...(people ?? []).map(({ _id, name }) => (
          <MenuItem key={_id} onClick={() => close(() => onChosen({ assignee: _id }))}>
            {name}
          </MenuItem>
        )),
        !people && (
          <MenuItem key="none" disabled>
            {isFailure(error) ? error.message : 'Loading…'}
          </MenuItem>
        ),
        <Divider key="divider" />,
        <MenuItem key="unassigned" onClick={() => close(() => onChosen({ assignee: null }))}>
          Unassigned
        </MenuItem>,
      ]}
    </MenuButton>
  )
}
