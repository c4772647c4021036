import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { importFields, type ImportReport } from '#contract/csv.ts'
import { TwoLines } from '#web/components/TwoLines.tsx'
import { importFieldLabels } from './ColumnMatching.tsx'

interface ImportPreviewProps {
  report: ImportReport
}

/** The first lines as they would go in. */
export function ImportPreview({ report: { preview, columns } }: ImportPreviewProps) {
  const fields = importFields.filter((field) => columns[field])
  if (fields.length === 0) return null
  return (
    <TableContainer component="section" tabIndex={0} aria-label="Preview">
      <Table size="small" aria-label="The first lines">
        <TableHead>
          <TableRow>
            {fields.map((field) => (
              <TableCell key={field}>{importFieldLabels[field]}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {preview.map((line, place) => (
            // Lines have no other name, and keep their places.
            // oxlint-disable-next-line react/no-array-index-key
            <TableRow key={place}>
              {fields.map((field) => (
                <TableCell key={field} sx={{ minWidth: 120, maxWidth: 280 }}>
                  <TwoLines>{line[field] ?? ''}</TwoLines>
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

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
