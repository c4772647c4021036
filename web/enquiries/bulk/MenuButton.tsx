import Button from '@mui/material/Button'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import { useState, type ReactNode } from 'react'

interface MenuButtonProps {
  label: string
  variant?: 'contained' | 'outlined'
  heading: string
  disabled: boolean
  /** The choices; `close` closes the menu and then does what was chosen. */
  children: (close: (chosen: () => void) => void) => ReactNode
}

export function MenuButton({ label, variant = 'outlined', heading, disabled, children }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = (chosen: () => void) => {
    setAnchor(null)
    chosen()
  }
  return (
    <>
      <Button
        variant={variant}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <ListSubheader role="presentation">{heading}</ListSubheader>
        {children(close)}
      </Menu>
    </>
  )
}
