import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { cutOut, widestCrop, type Bounds, type Crop } from './crop.ts'
import { CropArea } from './CropArea.tsx'
import { CropSliders } from './CropSliders.tsx'

interface CropDialogProps {
  title: string
  /** The picture as a data URL. */
  source: string
  bounds: Bounds
  /** Given the square that was chosen, as a data URL of at most 512 pixels a side. */
  onCropped: (picture: string) => void
  onClosed: () => void
}

/** Lets the square of a picture be chosen: by dragging and pinching, or with sliders, by click or by key. */
export function CropDialog({ title, source, bounds, onCropped, onClosed }: CropDialogProps) {
  const [image, setImage] = useState<HTMLImageElement>()
  const [crop, setCrop] = useState<Crop>()
  const [isBroken, setIsBroken] = useState(false)
  const titleId = useId()
  const show = (shown: HTMLImageElement) => {
    setImage(shown)
    setCrop(widestCrop({ width: shown.naturalWidth, height: shown.naturalHeight }, bounds))
  }
  const picture = { width: image?.naturalWidth ?? 1, height: image?.naturalHeight ?? 1 }
  const view = { picture, bounds, crop: crop ?? widestCrop(picture, bounds), onChanged: setCrop }
  return (
    <Dialog open onClose={onClosed} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {isBroken ? (
          <Alert severity="error">This file cannot be read as a picture. Choose another one.</Alert>
        ) : (
          <CropSliders {...view}>
            <CropArea {...view} source={source} onShown={show} onBroken={() => setIsBroken(true)} />
          </CropSliders>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClosed}>
          Cancel
        </Button>
        <Button variant="contained" disabled={!crop} onClick={() => image && crop && onCropped(cutOut(image, crop))}>
          Use picture
        </Button>
      </DialogActions>
    </Dialog>
  )
}
