import Fab from '@mui/material/Fab'
import { useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'

interface NewestButtonProps {
  /** The `seq` of the newest message. */
  newest: number
  isAtEnd: boolean
  onClick: () => void
}

/** Scrolls to the end of the thread, and says how many new messages are there. */
export function NewestButton({ newest, isAtEnd, onClick }: NewestButtonProps) {
  const [seen, setSeen] = useState(newest)
  if (isAtEnd && seen !== newest) setSeen(newest)
  if (isAtEnd) return null
  const unseen = newest - seen
  return (
    <Fab
      variant="extended"
      size="small"
      color={unseen > 0 ? 'primary' : 'default'}
      onClick={onClick}
      sx={{
        position: 'absolute',
        bottom: 0,
        insetInline: 0,
        mx: 'auto',
        mb: 1.5,
        width: 'fit-content',
        gap: 0.5,
        px: 1.5,
      }}
    >
      <Icon name="arrow-down" size="small" />
      {unseen > 0 ? `${unseen} new comment${unseen > 1 ? 's' : ''}` : 'Newest comments'}
    </Fab>
  )
}
