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

/** The first rows as they would be imported. */
export function ImportPreview({ report: { preview, columns } }: ImportPreviewProps) {
  const fields = importFields.filter((field) => columns[field])
  if (fields.length === 0) return null
  return (
    <TableContainer component="section" tabIndex={0} aria-label="Preview">
      <Table size="small" aria-label="The first rows">
        <TableHead>
          <TableRow>
            {fields.map((field) => (
              <TableCell key={field}>{importFieldLabels[field]}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {preview.map((line, place) => (
            // Rows have no id and never change places.
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

interface RefusedRowsProps {
  report: ImportReport
}

/** Lists the rows that need fixing. */
export function RefusedRows({ report: { refused, refusedRows } }: RefusedRowsProps) {
  return (
    <Box component="section" aria-label="Rows that need fixing">
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        Rows that need fixing
      </Typography>
      <Box
        component="ul"
        sx={{ m: 0, paddingInlineStart: 2.5, typography: 'body2', maxHeight: 160, overflowY: 'auto' }}
        tabIndex={0}
      >
        {refused.map(({ row, errors }) => (
          <li key={row}>{`Row ${row.toLocaleString()}: ${Object.values(errors).join('. ')}`}</li>
        ))}
        {refusedRows > refused.length && <li>{`and ${(refusedRows - refused.length).toLocaleString()} more`}</li>}
      </Box>
    </Box>
  )
}
