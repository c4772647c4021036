import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Icon } from '#web/components/icons/Icon.tsx'
import { colorModes, type ColorMode } from '#web/theme/colorMode.ts'
import { colorModeLooks } from './colorModeLooks.ts'

interface ColorModeChoicesProps {
  open: boolean
  anchor: HTMLElement | null
  mode: ColorMode
  onChosen: (mode: ColorMode) => void
  onClosed: () => void
}

export function ColorModeChoices({ open, anchor, mode, onChosen, onClosed }: ColorModeChoicesProps) {
  return (
    <Menu open={open} anchorEl={anchor} onClose={onClosed}>
      {colorModes.map((value) => (
        <MenuItem
          key={value}
          role="menuitemradio"
          aria-checked={value === mode}
          selected={value === mode}
          onClick={() => onChosen(value)}
        >
          <ListItemIcon>
            <Icon name={colorModeLooks[value].icon} />
          </ListItemIcon>
          {colorModeLooks[value].label}
        </MenuItem>
      ))}
    </Menu>
  )
}
