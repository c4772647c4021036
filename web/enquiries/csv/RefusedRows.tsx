import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ImportReport } from '#contract/csv.ts'

interface RefusedLinesProps {
  report: ImportReport
}

/** Which lines cannot go in, and why. */
export function RefusedRows({ report: { refused, refusedLines } }: RefusedLinesProps) {
  return (
    <Box component="section" aria-label="Refused lines">
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        Refused lines
      </Typography>
      <Box
        component="ul"
        sx={{ m: 0, paddingInlineStart: 2.5, typography: 'body2', maxHeight: 160, overflowY: 'auto' }}
        tabIndex={0}
      >
        {refused.map(({ line, errors }) => (
          <li key={line}>{`Line ${line.toLocaleString()}: ${Object.values(errors).join('; ')}`}</li>
        ))}
        {refusedLines > refused.length && <li>{`and ${(refusedLines - refused.length).toLocaleString()} more`}</li>}
      </Box>
    </Box>
  )
}
