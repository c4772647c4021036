import Button from '@mui/material/Button'
import { WorkNotice } from '#web/enquiries/bulk/WorkNotice.tsx'
import type { Wanted } from './fetchExport.ts'
import { useExport } from './useExport.ts'

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
