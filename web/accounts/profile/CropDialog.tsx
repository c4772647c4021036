import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { renderCrop, widestCrop, type Bounds, type Crop } from './crop.ts'
import { CropArea } from './CropArea.tsx'
import { CropSliders } from './CropSliders.tsx'

interface CropDialogProps {
  title: string
  /** The picture as a data URL. */
  source: string
  bounds: Bounds
  /** Called with the chosen square as a data URL, at most 512 px per side. */
  onCropped: (picture: string) => void
  onClosed: () => void
}

/** Chooses a square of a picture by dragging and pinching, or with sliders, which also work with the keyboard. */
export function CropDialog({ title, source, bounds, onCropped, onClosed }: CropDialogProps) {
  const [image, setImage] = useState<HTMLImageElement>()
  const [crop, setCrop] = useState<Crop>()
  const [isBroken, setIsBroken] = useState(false)
  const titleId = useId()
  const start = (loaded: HTMLImageElement) => {
    setImage(loaded)
    setCrop(widestCrop({ width: loaded.naturalWidth, height: loaded.naturalHeight }, bounds))
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
            <CropArea {...view} source={source} onLoaded={start} onBroken={() => setIsBroken(true)} />
          </CropSliders>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClosed}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={!crop}
          onClick={() => image && crop && onCropped(renderCrop(image, crop))}
        >
          Use picture
        </Button>
      </DialogActions>
    </Dialog>
  )
}
