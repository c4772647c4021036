import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { limits } from '#contract/limits.ts'
import { ImagePicker } from '#web/components/forms/ImagePicker.tsx'
import { bareFieldset } from '#web/theme/sharedStyles.ts'
import { DocumentList } from './DocumentList.tsx'
import { FileErrors } from './FileErrors.tsx'
import type { ShownDocument } from './shownDocument.ts'
import type { Renew } from './useRenewal.ts'

interface DocumentsFieldProps {
  documents: ShownDocument[]
  disabled?: boolean
  /** The messages about refused files, and the errors of the server about the documents as a whole. */
  errors?: string[]
  onAdded?: (files: File[]) => void
  onRemoved?: (index: number) => void
  onRenewed?: Renew
}

export function DocumentsField({
  documents,
  disabled,
  errors = [],
  onAdded,
  onRemoved,
  onRenewed,
}: DocumentsFieldProps) {
  const labelId = useId()
  return (
    <Box component="fieldset" aria-labelledby={labelId} sx={{ ...bareFieldset, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Typography id={labelId} variant="subtitle2" component="h2">
          Documents
        </Typography>
        <Typography variant="body2" component="output" sx={{ color: 'text.secondary', flexGrow: 1 }}>
          {documents.length} of {limits.documents} documents
        </Typography>
        <ImagePicker
          label="Add Document"
          multiple
          disabled={disabled}
          canPick={() => documents.length < limits.documents}
          onPicked={(files) => onAdded?.(files)}
        />
      </Box>
      {!disabled && <Advice />}
      <DocumentList documents={documents} onRemoved={onRemoved} onRenewed={onRenewed} />
      <FileErrors messages={errors} />
    </Box>
  )
}

function Advice() {
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      Choose, drop or paste images: PNG, JPEG, GIF, WebP or AVIF, up to {limits.documentBytes / 1024 ** 2} MB each.
      Large photos are resized, and location data is removed.
    </Typography>
  )
}
