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
      <Import open={open} onClosed={onClosed} onImported={onImported} onHeld={setIsHeld} />
    </Dialog>
  )
}

interface ImportProps extends ImportDialogProps {
  /** The dialog must stay open, since an import under way cannot be cancelled. */
  onHeld: (isHeld: boolean) => void
}

/** Mounted each time the dialog opens, so it starts empty. */
function Import({ open, onClosed, onImported, onHeld }: ImportProps) {
  const { file, report, refusal, sent, isBusy, pick, match, submit, ...progress } = useImport(open, () => {
    onClosed()
    onImported()
  })
  const { isImporting, isDownloading, isSaved } = progress
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
            aria-label={labelOf(progress)}
            variant={sent > 0 && sent < 1 ? 'determinate' : 'indeterminate'}
            value={sent * 100}
          />
        )}
        {refusal && <Alert severity="error">{refusal}</Alert>}
        {report && (
          <>
            <ColumnMatching report={report} isDisabled={isImporting || isDownloading} onMatched={match} />
            <Outcome rows={rows} refused={refusedRows} />
            {refusedRows > 0 && <RefusedRows report={report} />}
            {rows > 0 && <ImportPreview report={report} />}
          </>
        )}
      </DialogContent>
      {/* Always rendered: screen readers often skip a live region that appears together with its text. */}
      <Typography component="output" variant="body2" sx={{ display: 'block', color: 'text.secondary', px: 3 }}>
        {describeProgress(progress)}
      </Typography>
      <DialogActions>
        <Button color="inherit" disabled={isImporting} onClick={onClosed}>
          Cancel
        </Button>
        <Button variant="contained" disabled={rows === 0 || isBusy} onClick={submit}>
          {describeImport(rows - refusedRows, refusedRows, isSaved)}
        </Button>
      </DialogActions>
    </>
  )
}

type Progress = Pick<ReturnType<typeof useImport>, 'isImporting' | 'isDownloading' | 'isSaved'>

function labelOf({ isImporting, isDownloading }: Progress) {
  if (isDownloading) return 'Downloading the rows that need fixing'
  return isImporting ? 'Importing' : 'Reading the file'
}

function describeProgress({ isImporting, isDownloading, isSaved }: Progress) {
  if (isDownloading) return 'Downloading the rows that need fixing. Cancel stops it.'
  if (isImporting) return 'This cannot be cancelled.'
  return isSaved ? 'The rows that need fixing are saved as a file. Correct them there, then import that file.' : ''
}

function describeImport(valid: number, refused: number, isSaved: boolean) {
  if (valid + refused === 0) return 'Import'
  const toFix = `${refused.toLocaleString()} that ${refused === 1 ? 'needs' : 'need'} fixing`
  if (valid === 0) return `Download the ${toFix}`
  if (refused > 0 && !isSaved) return `Import ${valid.toLocaleString()}, download the ${toFix}`
  return `Import ${valid.toLocaleString()} ${valid === 1 ? 'enquiry' : 'enquiries'}`
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
