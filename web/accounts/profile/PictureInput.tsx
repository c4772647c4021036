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
  /** Whose picture it is, beside it. */
  children: ReactNode
}

/** A picture, with ways to choose the part of a new one and to do without. */
export function PictureInput<Values extends FieldValues>(props: PictureInputProps<Values>) {
  const { control, name, label, bounds, renderPreview, children } = props
  const { field, fieldState } = useController({ control, name })
  const { source, complaint, choose, close } = useChosenFile()
  const group = useRef<HTMLFieldSetElement>(null)
  const picture: string | null = field.value
  const remove = () => {
    field.onChange(null)
    // The button that had the focus goes with the picture.
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
          {complaint || fieldState.error?.message}
        </FormHelperText>
      </Box>
      {source && <CropDialog title={label} source={source} bounds={bounds} onCropped={use} onClosed={close} />}
    </Box>
  )
}

/** The file that was chosen, as a data URL, or why it is of no use. */
function useChosenFile() {
  const [source, setSource] = useState<string>()
  const [complaint, setComplaint] = useState('')
  const choose = ([file]: File[]) => {
    setComplaint('')
    readImage(file!).then(
      ({ url }) => setSource(url),
      (error: unknown) => setComplaint(error instanceof Error ? error.message : String(error)),
    )
  }
  return { source, complaint, choose, close: () => setSource(undefined) }
}

const layout = {
  ...bareFieldset,
  outline: 'none',
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  gap: 3,
  alignItems: { sm: 'center' },
} as const
