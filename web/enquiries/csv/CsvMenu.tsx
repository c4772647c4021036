import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Icon } from '#web/components/icons/Icon.tsx'

interface FilesMenuProps {
  open: boolean
  anchor: HTMLElement | null
  canImport: boolean
  onExported: () => void
  onImportAsked: () => void
  onClosed: () => void
}

export function CsvMenu({ open, anchor, canImport, onExported, onImportAsked, onClosed }: FilesMenuProps) {
  const choose = (chosen: () => void) => () => {
    onClosed()
    chosen()
  }
  return (
    <Menu open={open} anchorEl={anchor} onClose={onClosed}>
      <MenuItem onClick={choose(onExported)}>
        <ListItemIcon>
          <Icon name="file-down" />
        </ListItemIcon>
        Export this view as CSV
      </MenuItem>
      {canImport && (
        <MenuItem onClick={choose(onImportAsked)}>
          <ListItemIcon>
            <Icon name="file-up" />
          </ListItemIcon>
          Import from CSV…
        </MenuItem>
      )}
    </Menu>
  )
}
