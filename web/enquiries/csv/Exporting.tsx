import Button from '@mui/material/Button'
import { useEffect, useEffectEvent, useState } from 'react'
import { isFailure } from '#web/api/errors.ts'
import { reportFailure } from '#web/api/reporting.ts'
import { toastSuccess } from '#web/api/toasts.ts'
import { WorkNotice } from '#web/enquiries/bulk/WorkNotice.tsx'
import { type Wanted, fetchExport, type ExportProgress } from './fetchExport.ts'
import { saveFile } from './saveFile.ts'

interface ExportingProps {
  open: boolean
  wanted: Wanted | undefined
  onEnded: () => void
}

/** Shows the progress of an export, and a button to cancel it. */
export function Exporting({ open, wanted, onEnded }: ExportingProps) {
  const { lines, total } = useExport(wanted, onEnded)
  if (!open) return null
  return (
    <WorkNotice
      label="Export"
      text={`Exporting: ${lines.toLocaleString()} ${total === undefined ? 'enquiries so far' : `of ${total.toLocaleString()}`}`}
      share={total ? Math.min(1, lines / total) : undefined}
      isRunning
    >
      <Button size="small" color="inherit" onClick={onEnded}>
        Cancel
      </Button>
    </WorkNotice>
  )
}

/** Fetches and saves the export. Cancels it when `wanted` changes or the person leaves the page. */
function useExport(wanted: Wanted | undefined, onEnded: () => void) {
  const [reported, setReported] = useState<{ of: Wanted; progress: ExportProgress }>()
  const ended = useEffectEvent(onEnded)
  useEffect(() => {
    if (!wanted) return
    const stopping = new AbortController()
    void exportFile(wanted, stopping.signal, (progress) => setReported({ of: wanted, progress })).then(
      () => !stopping.signal.aborted && ended(),
    )
    return () => stopping.abort()
  }, [wanted])
  return reported && reported.of === wanted ? reported.progress : { lines: 0 }
}

async function exportFile(wanted: Wanted, signal: AbortSignal, onProgress: (progress: ExportProgress) => void) {
  try {
    const { name, content, lines } = await fetchExport(wanted, signal, onProgress)
    saveFile(name, content)
    toastSuccess(lines === 1 ? '1 enquiry exported' : `${lines.toLocaleString()} enquiries exported`)
  } catch (error) {
    if (!signal.aborted) reportFailure(isFailure(error) ? error.message : 'The export was interrupted. Try again')
  }
}
