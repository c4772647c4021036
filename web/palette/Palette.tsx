import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { CommandOptions, optionId } from './CommandOptions.tsx'
import { useChoice } from './useChoice.ts'
import { useCommands, type Command } from './useCommands.ts'
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

/** Finds pages and commands by name, and enquiries by number or text. */
function OpenPalette({ user, onLogOut, onClosed }: OpenPaletteProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const commands = useCommands(user, onLogOut)
  const { found, isPending, hasFailed } = useEnquiryOptions(text)
  const options = [...found, ...findCommands(commands, text)]
  const run = (command: Command) => {
    onClosed()
    command.run()
  }
  const { highlighted, choose, handleKey } = useChoice({ text, options, isPending, onRun: run })
  const isEmpty = options.length === 0
  return (
    <Dialog
      open
      onClose={onClosed}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': 'Command palette' } }}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Box sx={{ p: 2, pb: 1 }}>
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and this field is its purpose
          autoFocus
          fullWidth
          label="Go to an enquiry, or do something"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
          slotProps={{
            htmlInput: {
              role: 'combobox',
              autoComplete: 'off',
              autoCapitalize: 'none',
              spellCheck: false,
              'aria-autocomplete': 'list',
              'aria-expanded': !isEmpty,
              'aria-controls': isEmpty ? undefined : listId,
              'aria-activedescendant': highlighted && optionId(listId, highlighted),
            },
          }}
        />
        {isEmpty ? (
          <Typography color="text.secondary" sx={{ p: 2 }}>
            {hasFailed ? 'The enquiries could not be loaded' : 'Nothing found'}
          </Typography>
        ) : (
          <CommandOptions listId={listId} options={options} highlighted={highlighted} onPointed={choose} onRun={run} />
        )}
      </Box>
    </Dialog>
  )
}

function useEnquiryOptions(text: string) {
  const router = useRouter()
  const { found, ...search } = useFoundEnquiries(text)
  const commands = found.map(({ _id, enquiryId, enquiryType, summery }): Command => ({
    id: _id,
    group: 'Enquiries',
    label: `${enquiryId} · ${summery || enquiryType}`,
    icon: 'ticket',
    run: () => void router.push(paths.enquiry(_id)),
  }))
  return { found: commands, ...search }
}

/** The commands whose names contain all words, and then those that people may call by these words. */
function findCommands(commands: Command[], text: string) {
  const words = text.toLowerCase().split(/\s+/)
  const contains = (name: string) => words.every((word) => name.toLowerCase().includes(word))
  const isNamed = ({ label, group }: Command) => contains(`${label} ${group}`)
  const isMeant = (command: Command) => contains(`${command.label} ${command.group} ${command.keywords ?? ''}`)
  return [...commands.filter(isNamed), ...commands.filter((command) => !isNamed(command) && isMeant(command))]
}
