import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { ColumnMatching } from './ColumnMatching.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { RefusedRows } from './ImportPreview.tsx'
import { useImport } from './useImport.ts'

interface ImportDialogProps {
  open: boolean
  onClosed: () => void
  onImported: () => void
}

export function ImportDialog({ open, onClosed, onImported }: ImportDialogProps) {
  const titleId = useId()
  const [isHeld, setIsHeld] = useState(false)
  return (
    <Dialog open={open} onClose={() => !isHeld && onClosed()} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Import enquiries</DialogTitle>
      <Import onClosed={onClosed} onImported={onImported} onHeld={setIsHeld} />
    </Dialog>
  )
}

interface ImportProps extends Omit<ImportDialogProps, 'open'> {
  /** Whether the dialog must stay: what was sent is not called back. */
  onHeld: (isHeld: boolean) => void
}

/** Made anew each time the dialog opens. */
function Import({ onClosed, onImported, onHeld }: ImportProps) {
  const { file, report, refusal, sent, isBusy, isImporting, pick, match, runIdempotently } = useImport(() => {
    onClosed()
    onImported()
  })
  useEffect(() => {
    onHeld(isImporting)
    return () => onHeld(false)
  }, [isImporting, onHeld])
  const count = report?.lines ?? 0
  const isGood = report !== undefined && count > 0 && report.refusedLines === 0 && !refusal
  return (
    <>
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
        <FilePicker name={file?.name} isDisabled={isBusy} onPicked={pick} />
        {isBusy && (
          <LinearProgress
            aria-label={isImporting ? 'Importing' : 'Reading the file'}
            variant={sent > 0 && sent < 1 ? 'determinate' : 'indeterminate'}
            value={sent * 100}
          />
        )}
        {refusal && <Alert severity="error">{refusal}</Alert>}
        {report && (
          <>
            <ColumnMatching report={report} onMatched={match} />
            <Outcome count={count} refused={report.refusedLines} />
            {report.refusedLines > 0 && <RefusedRows report={report} />}
            {count > 0 && <ImportPreview report={report} />}
          </>
        )}
      </DialogContent>
      <DialogActions>
        {isImporting && (
          <Typography
            component="output"
            variant="body2"
            sx={{ color: 'text.secondary', marginInlineEnd: 'auto', paddingInlineStart: 2 }}
          >
            The lines are going in, all or none. This cannot be called off.
          </Typography>
        )}
        <Button color="inherit" disabled={isImporting} onClick={onClosed}>
          Cancel
        </Button>
        <Button variant="contained" disabled={!isGood || isBusy} onClick={runIdempotently}>
          {count === 0 ? 'Import' : `Import ${count.toLocaleString()} ${count === 1 ? 'enquiry' : 'enquiries'}`}
        </Button>
      </DialogActions>
    </>
  )
}

interface FilePickerProps {
  name: string | undefined
  isDisabled: boolean
  onPicked: (file: File) => void
}

function FilePicker({ name, isDisabled, onPicked }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        A CSV file in UTF-8 of at most 20 MB, whose first line names the columns: type, summary, description, comments,
        status. All of its lines go in, or none.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button
          variant="outlined"
          startIcon={<Icon name="file-up" />}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          {name ? 'Choose another file' : 'Choose a file'}
        </Button>
        {name && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {name}
          </Typography>
        )}
      </Box>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="CSV file"
        accept=".csv,text/csv"
        onChange={({ target }) => {
          const [picked] = target.files ?? []
          if (picked) onPicked(picked)
          // So that the same file can be picked again once it is mended.
          target.value = ''
        }}
      />
    </Box>
  )
}

interface OutcomeProps {
  count: number
  refused: number
}

function Outcome({ count, refused }: OutcomeProps) {
  if (count === 0) return <Alert severity="warning">The file has no lines below its headings.</Alert>
  if (refused === 0) return <Alert severity="success">{`${lines(count)} can go in.`}</Alert>
  const text = `${refused.toLocaleString()} of ${lines(count)} ${refused === 1 ? 'is' : 'are'} refused, so nothing would go in.`
  return <Alert severity="warning">{`${text} Match the columns, or mend the file and choose it again.`}</Alert>
}

function lines(count: number) {
  return count === 1 ? '1 line' : `${count.toLocaleString()} lines`
}
