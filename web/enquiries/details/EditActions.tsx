import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon } from '#web/components/icons/Icon.tsx'

interface EditActionsProps {
  isSaving: boolean
  onCancelled: () => void
}

/** In sight however long the form is; at its left, as the chat button floats at the right. */
export function EditActions({ isSaving, onCancelled }: EditActionsProps) {
  return (
    <Box
      sx={(theme) => ({
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        display: 'flex',
        gap: 1.5,
        py: 2,
        mb: -2,
        bgcolor: 'background.paper',
        borderTop: `1px solid ${theme.vars!.palette.divider}`,
      })}
    >
      <Button type="submit" variant="contained" startIcon={<Icon name="save" />} disabled={isSaving}>
        Save
      </Button>
      <Button color="inherit" onClick={onCancelled}>
        Cancel
      </Button>
    </Box>
  )
}
