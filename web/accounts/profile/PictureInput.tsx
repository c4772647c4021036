import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { useRef, useState, type ReactNode } from 'react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { ImagePicker } from '#web/components/forms/ImagePicker.tsx'
import { readImage } from '#web/components/forms/readImages.ts'
import { bareFieldset } from '#web/theme/sharedStyles.ts'
import type { Bounds } from './crop.ts'
import { CropDialog } from './CropDialog.tsx'

interface PictureInputProps<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPath<Values>
  label: string
  bounds: Bounds
  renderPreview: (picture: string | null) => ReactNode
  /** Shown beside the picture: whose it is. */
  children: ReactNode
}

/** A picture, with buttons to choose and crop another one or to remove it. */
export function PictureInput<Values extends FieldValues>(props: PictureInputProps<Values>) {
  const { control, name, label, bounds, renderPreview, children } = props
  const { field, fieldState } = useController({ control, name })
  const { source, fileError, choose, close } = useChosenFile()
  const group = useRef<HTMLFieldSetElement>(null)
  const picture: string | null = field.value
  const remove = () => {
    field.onChange(null)
    // The focused button disappears with the picture.
    group.current?.focus()
  }
  const use = (cropped: string) => {
    field.onChange(cropped)
    close()
  }
  return (
    <Box component="fieldset" ref={group} tabIndex={-1} aria-label={label} sx={layout}>
      {renderPreview(picture)}
      <Box sx={{ minWidth: 0, display: 'grid', gap: 2 }}>
        {children}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <ImagePicker label={picture ? 'Change picture' : 'Choose picture'} onPicked={choose} />
          {picture && (
            <Button color="inherit" onClick={remove}>
              Remove
            </Button>
          )}
        </Box>
        <FormHelperText error component="output" sx={{ m: 0, '&:empty': { display: 'none' } }}>
          {fileError || (fieldState.error && (fieldState.error.message ?? 'Choose another picture'))}
        </FormHelperText>
      </Box>
      {source && <CropDialog title={label} source={source} bounds={bounds} onCropped={use} onClosed={close} />}
    </Box>
  )
}

/** The chosen file as a data URL, or the error message if it cannot be used. */
function useChosenFile() {
  const [source, setSource] = useState<string>()
  const [fileError, setFileError] = useState('')
  const choose = ([file]: File[]) => {
    setFileError('')
    readImage(file!).then(
      ({ url }) => setSource(url),
      (error: unknown) => setFileError(error instanceof Error ? error.message : String(error)),
    )
  }
  return { source, fileError, choose, close: () => setSource(undefined) }
}

const layout = {
  ...bareFieldset,
  outline: 'none',
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  gap: 3,
  alignItems: { sm: 'center' },
} as const
