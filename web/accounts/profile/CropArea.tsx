import Box from '@mui/material/Box'
import { useRef } from 'react'
import { panBy, widestCrop, zoomedTo, zoomOf, type Bounds, type Crop, type Extent } from './crop.ts'
import { useDragAndPinch } from './useDragAndPinch.ts'

interface CropAreaProps {
  source: string
  picture: Extent
  bounds: Bounds
  crop: Crop
  onChanged: (crop: Crop) => void
  onLoaded: (image: HTMLImageElement) => void
  onBroken: () => void
}

/** The chosen square of the picture, which can be dragged and scaled. */
export function CropArea({ source, picture, bounds, crop, onChanged, onLoaded, onBroken }: CropAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const widest = widestCrop(picture, bounds)
  const gestures = useDragAndPinch(area, {
    onDragged: ({ x, y }) => onChanged(panBy({ x: -x, y: -y }, crop, picture)),
    onScaled: (factor) => onChanged(zoomBy(factor, crop, widest, picture)),
  })
  const percent = (pixels: number) => `${(pixels / crop.side) * 100}%`
  return (
    <Box
      ref={area}
      {...gestures}
      sx={{
        position: 'relative',
        overflow: 'hidden',
        aspectRatio: '1',
        borderRadius: bounds === 'inside' ? '50%' : 1.5,
        bgcolor: 'background.neutral',
        outline: '1px solid',
        outlineColor: 'control',
        cursor: 'grab',
        touchAction: 'none',
        userSelect: 'none',
        '&:active': { cursor: 'grabbing' },
        '& img': { position: 'absolute', maxWidth: 'none' },
      }}
    >
      <img
        src={source}
        alt=""
        draggable={false}
        onLoad={(event) => onLoaded(event.currentTarget)}
        onError={onBroken}
        style={{
          left: percent(-crop.left),
          top: percent(-crop.top),
          width: percent(picture.width),
          height: percent(picture.height),
        }}
      />
    </Box>
  )
}

function zoomBy(factor: number, crop: Crop, widest: Crop, picture: Extent) {
  return zoomedTo(zoomOf({ ...crop, side: crop.side / factor }, widest), crop, widest, picture)
}
