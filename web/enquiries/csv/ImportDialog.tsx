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
import { ImportPreview, RefusedRows } from './ImportPreview.tsx'
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
  /** The dialog must stay open, since an import under way cannot be cancelled. */
  onHeld: (isHeld: boolean) => void
}

/** Mounted each time the dialog opens, so it starts empty. */
function Import({ onClosed, onImported, onHeld }: ImportProps) {
  const { file, report, refusal, sent, isBusy, isImporting, pick, match, importRows } = useImport(() => {
    onClosed()
    onImported()
  })
  useEffect(() => {
    onHeld(isImporting)
    return () => onHeld(false)
  }, [isImporting, onHeld])
  const count = report?.lines ?? 0
  const canImport = report !== undefined && count > 0 && report.refusedLines === 0 && !refusal
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
            Importing all rows or none. This cannot be cancelled.
          </Typography>
        )}
        <Button color="inherit" disabled={isImporting} onClick={onClosed}>
          Cancel
        </Button>
        <Button variant="contained" disabled={!canImport || isBusy} onClick={importRows}>
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
        A CSV file in UTF-8, up to 20 MB. The first row names the columns: type, summary, description, comments, status.
        Either all rows are imported or none.
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
          // Lets the person choose the same file again after correcting it.
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
  if (count === 0) return <Alert severity="warning">The file has no rows below its headings.</Alert>
  if (refused === 0) return <Alert severity="success">{`${rows(count)} ready to import.`}</Alert>
  const errors = `${rows(refused)} ${refused === 1 ? 'has' : 'have'} errors, so nothing can be imported.`
  return <Alert severity="warning">{`${errors} Match the columns, or correct the file and choose it again.`}</Alert>
}

function rows(count: number) {
  return count === 1 ? '1 row' : `${count.toLocaleString()} rows`
}
