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
  const { rows = 0, refusedRows = 0 } = report ?? {}
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
            <Outcome rows={rows} refused={refusedRows} />
            {refusedRows > 0 && <RefusedRows report={report} />}
            {rows > 0 && <ImportPreview report={report} />}
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
            This cannot be cancelled.
          </Typography>
        )}
        <Button color="inherit" disabled={isImporting} onClick={onClosed}>
          Cancel
        </Button>
        <Button variant="contained" disabled={rows === 0 || isBusy} onClick={importRows}>
          {describeImport(rows - refusedRows, refusedRows)}
        </Button>
      </DialogActions>
    </>
  )
}

function describeImport(valid: number, refused: number) {
  if (valid + refused === 0) return 'Import'
  if (refused === 0) return `Import ${valid.toLocaleString()} ${valid === 1 ? 'enquiry' : 'enquiries'}`
  const toFix = `download the ${refused.toLocaleString()} that ${refused === 1 ? 'needs' : 'need'} fixing`
  return valid === 0 ? `D${toFix.slice(1)}` : `Import ${valid.toLocaleString()}, ${toFix}`
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
  rows: number
  refused: number
}

function Outcome({ rows, refused }: OutcomeProps) {
  if (rows === 0) return <Alert severity="warning">The file has no rows below its headings.</Alert>
  const all = rows === 1 ? '1 row' : `${rows.toLocaleString()} rows`
  if (refused === 0) return <Alert severity="success">{`${all} ready to import.`}</Alert>
  const toFix = `${refused.toLocaleString()} of ${all} ${refused === 1 ? 'needs' : 'need'} fixing.`
  return <Alert severity="warning">{`${toFix} Nothing imported yet.`}</Alert>
}
