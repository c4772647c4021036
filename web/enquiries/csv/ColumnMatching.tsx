import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { importFields, type ImportField, type ImportReport } from '#contract/csv.ts'
import { bareFieldset } from '#web/theme/sharedStyles.ts'

export const importFieldLabels: Record<ImportField, string> = {
  enquiryType: 'Type',
  summery: 'Summary',
  description: 'Description',
  comments: 'Comments',
  enquiryStatus: 'Status',
}

interface ColumnMatchingProps {
  report: ImportReport
  isDisabled: boolean
  onMatched: (columns: ImportReport['columns']) => void
}

/** Chooses the column of the file for each field. */
export function ColumnMatching({ report: { headings, columns }, isDisabled, onMatched }: ColumnMatchingProps) {
  const choose = (field: ImportField, heading: string) => {
    const { [field]: _before, ...others } = columns
    onMatched(heading ? { ...others, [field]: heading } : others)
  }
  return (
    <Box
      component="fieldset"
      aria-label="Columns"
      sx={{
        ...bareFieldset,
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
        gap: 2,
        pt: 1,
      }}
    >
      {importFields.map((field) => (
        <TextField
          key={field}
          select
          size="small"
          disabled={isDisabled}
          label={importFieldLabels[field]}
          error={field === 'enquiryType' && !columns.enquiryType}
          value={columns[field] ?? ''}
          onChange={({ target }) => choose(field, target.value)}
          slotProps={{ select: { displayEmpty: true } }}
        >
          <MenuItem value="">No column</MenuItem>
          {[...new Set(headings)].filter(Boolean).map((heading) => (
            <MenuItem key={heading} value={heading}>
              {heading}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </Box>
  )
}
