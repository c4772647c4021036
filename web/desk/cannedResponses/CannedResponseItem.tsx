import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { CannedResponse } from '#contract/cannedResponses.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { TwoLines } from '#web/components/TwoLines.tsx'
import { useDeleteCannedResponseMutation } from './cannedResponseApi.ts'

interface CannedResponseItemProps {
  response: CannedResponse
  onEdited: () => void
}

export function CannedResponseItem({ response: { _id, name, answer: text }, onEdited }: CannedResponseItemProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const [remove, { isLoading }] = useDeleteCannedResponseMutation()
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 1.5, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Typography component="h3" variant="subtitle2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Box sx={{ color: 'text.secondary' }}>
          <TwoLines>{text}</TwoLines>
        </Box>
      </Box>
      {isConfirming ? (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone */}
          <Button color="error" size="small" loading={isLoading} autoFocus onClick={() => void remove(_id)}>
            Delete
          </Button>
          <Button color="inherit" size="small" onClick={() => setIsConfirming(false)}>
            Keep
          </Button>
        </>
      ) : (
        <>
          <Tooltip title="Edit">
            <IconButton aria-label={`Edit ${name}`} onClick={onEdited}>
              <Icon name="pencil" />
            </IconButton>
          </Tooltip>
          <Tooltip title="Delete">
            <IconButton aria-label={`Delete ${name}`} onClick={() => setIsConfirming(true)}>
              <Icon name="trash-2" />
            </IconButton>
          </Tooltip>
        </>
      )}
    </Box>
  )
}
