import Typography from '@mui/material/Typography'
import { PlainSelect } from '#web/components/forms/PlainSelect.tsx'

const pageSizes = [10, 25, 50, 100]

interface PageSizeProps {
  label: string
  size: number
  onChosen: (size: number) => void
}

/** How many rows a page has. */
export function PageSize({ label, size, onChosen }: PageSizeProps) {
  return (
    <Typography component="label" variant="body2" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      {label}
      <PlainSelect aria-label="Rows per page" value={size} onChange={(event) => onChosen(Number(event.target.value))}>
        {[...new Set([...pageSizes, size])].map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </PlainSelect>
    </Typography>
  )
}
