import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'

interface TextChangeProps {
  from: string
  to: string
}

/** A changed text: its first line, and both versions on request. */
export function TextChange({ from, to }: TextChangeProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <Box sx={{ minWidth: 0 }}>
      {!isOpen && (
        <Typography variant="body2" noWrap dir="auto" sx={{ color: 'text.secondary' }}>
          {to || 'Cleared'}
        </Typography>
      )}
      <Collapse in={isOpen} id={id} unmountOnExit>
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <Version title="Before" text={from} />
          <Version title="After" text={to} />
        </Box>
      </Collapse>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ px: 0, minWidth: 0, color: 'text.secondary' }}
      >
        {isOpen ? 'Hide the texts' : 'Show both texts'}
      </Button>
    </Box>
  )
}

interface VersionProps {
  title: string
  text: string
}

function Version({ title, text }: VersionProps) {
  return (
    <Box sx={{ p: 1.5, borderRadius: 1, bgcolor: 'action.hover', minWidth: 0 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      <Typography
        variant="body2"
        dir="auto"
        sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: '16rem', overflowY: 'auto' }}
        tabIndex={text.length > 400 ? 0 : undefined}
      >
        {text || 'Empty'}
      </Typography>
    </Box>
  )
}
