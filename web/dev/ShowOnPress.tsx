import Button from '@mui/material/Button'
import { useState, type ReactNode } from 'react'

interface ShowOnPressProps {
  label: string
  children: (isOpen: boolean, close: () => void) => ReactNode
}

/** For components that cover the page or take the focus. */
export function ShowOnPress({ label, children }: ShowOnPressProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setIsOpen(!isOpen)}>
        {label}
      </Button>
      {children(isOpen, () => setIsOpen(false))}
    </>
  )
}
