import Button from '@mui/material/Button'
import { useEffect, useEffectEvent, useState } from 'react'
import { isFailure } from '#web/api/errors.ts'
import { toastError, toastSuccess } from '#web/api/toasts.ts'
import { WorkNotice } from '#web/enquiries/bulk/WorkNotice.tsx'
import { type Wanted, fetchExport, type ExportProgress } from './fetchExport.ts'

interface ExportingProps {
  open: boolean
  wanted: Wanted | undefined
  onEnded: () => void
}

/** An export that goes on, and a way to call it off. */
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

/** Fetches what is wanted as a file; breaks off when it is wanted no more, or when the page is left. */
function useExport(wanted: Wanted | undefined, onEnded: () => void) {
  const [told, setTold] = useState<{ of: Wanted; progress: ExportProgress }>()
  const ended = useEffectEvent(onEnded)
  useEffect(() => {
    if (!wanted) return
    const stopping = new AbortController()
    void exportFile(wanted, stopping.signal, (progress) => setTold({ of: wanted, progress })).then(
      () => !stopping.signal.aborted && ended(),
    )
    return () => stopping.abort()
  }, [wanted])
  return told && told.of === wanted ? told.progress : { lines: 0 }
}

async function exportFile(wanted: Wanted, signal: AbortSignal, onProgress: (progress: ExportProgress) => void) {
  try {
    const { name, content, lines } = await fetchExport(wanted, signal, onProgress)
    save(name, content)
    toastSuccess(lines === 1 ? '1 enquiry exported' : `${lines.toLocaleString()} enquiries exported`)
  } catch (error) {
    if (!signal.aborted) toastError(isFailure(error) ? error.message : 'The export broke off. Try again')
  }
}

function save(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken hold of it by then.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
