import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import TextField from '@mui/material/TextField'
import type { PopperProps } from '@mui/material/Popper'
import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { Icon } from '#web/components/Icon.tsx'
import { paths } from '#web/router/paths.ts'
import { useRouter } from '#web/router/useRouter.ts'
import { paletteSizes } from '#web/theme/paletteSizes.ts'
import { useCommands, type Command } from './useCommands.ts'
import { useEnter } from './useEnter.ts'
import { useFoundEnquiries } from './useFoundEnquiries.ts'

interface PaletteProps extends OpenPaletteProps {
  open: boolean
}

export function Palette({ open, ...props }: PaletteProps) {
  return open && <OpenPalette {...props} />
}

interface OpenPaletteProps {
  user: User
  onLogOut: () => void
  onClosed: () => void
}

/** Every place and deed by its name, and every enquiry by its number or its words. */
function OpenPalette({ user, onLogOut, onClosed }: OpenPaletteProps) {
  const [text, setText] = useState('')
  const commands = useCommands(user, onLogOut)
  const { found, isPending } = useFound(text)
  const options = [...found, ...commands.filter(({ label, group }) => holdsWords(`${label} ${group}`, text))]
  const run = (command: Command | null) => {
    onClosed()
    command?.run()
  }
  const first = options[0]?.isChange ? undefined : options[0]
  const enter = useEnter(text, isPending, () => first && run(first))
  // By their labels the list knows what to keep highlighted: not what was first only until the search had answered.
  const round = isPending || enter.isChosen ? 'asked' : 'answered'
  const shown = options.map((command) => ({ ...command, round }))
  return (
    <Dialog
      open
      onClose={onClosed}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': 'Command palette' } }}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Autocomplete
        open
        autoHighlight={first !== undefined}
        getOptionLabel={(command) => `${command.id} ${command.round}`}
        onHighlightChange={(_event, command) => enter.noteChoice(command !== null)}
        onKeyDown={enter.listen}
        sx={{ p: 2, pb: 1 }}
        value={null}
        options={shown}
        filterOptions={(all) => all}
        getOptionKey={({ id }) => id}
        noOptionsText="Nothing found"
        forcePopupIcon={false}
        inputValue={text}
        onInputChange={(_event, typed, reason) => reason !== 'reset' && setText(typed)}
        onChange={(_event, chosen) => run(chosen)}
        slots={{ popper: InPlace, paper: Box }}
        slotProps={{ listbox: { sx: { maxHeight: paletteSizes.list } } }}
        renderOption={({ key, ...props }, command) => (
          <Box component="li" key={key} {...props} sx={{ gap: 1.5 }}>
            <Look command={command} />
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and this is what it is for
            autoFocus
            label="Go to an enquiry, or do something"
            onKeyDown={(event) => event.key === 'Escape' && onClosed()}
          />
        )}
      />
    </Dialog>
  )
}

function useFound(text: string) {
  const router = useRouter()
  const { found, isPending } = useFoundEnquiries(text)
  const commands = found.map(({ _id, enquiryId, enquiryType, summery }): Command => ({
    id: _id,
    group: 'Enquiries',
    label: `${enquiryId} · ${summery || enquiryType}`,
    icon: 'ticket',
    run: () => void router.push(paths.enquiry(_id)),
  }))
  return { found: commands, isPending }
}

interface LookProps {
  command: Command
}

function Look({ command: { label, icon } }: LookProps) {
  return (
    <>
      <Icon name={icon} />
      <Box component="span" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {label}
      </Box>
    </>
  )
}

/** The list stands in the dialog, below what is typed. */
function InPlace({ children }: PopperProps) {
  return (
    <Box sx={{ pb: 1, '& .MuiAutocomplete-noOptions': { px: 2 } }}>{typeof children !== 'function' && children}</Box>
  )
}

function holdsWords(label: string, text: string) {
  const words = text.toLowerCase().split(/\s+/)
  return words.every((word) => label.toLowerCase().includes(word))
}
