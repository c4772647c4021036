import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { sizes } from '#web/theme/sizes.ts'
import {
  movedTo,
  positionOf,
  widestCrop,
  zoomedTo,
  zoomOf,
  type Bounds,
  type Crop,
  type Extent,
  type Position,
} from './crop.ts'

interface CropSlidersProps {
  picture: Extent
  bounds: Bounds
  crop: Crop
  onChanged: (crop: Crop) => void
  /** The crop area, which the sliders surround. */
  children: ReactNode
}

/** Sliders for the crop's position, placed like scroll bars, and one for the zoom. */
export function CropSliders({ picture, bounds, crop, onChanged, children }: CropSlidersProps) {
  const widest = widestCrop(picture, bounds)
  const { x, y } = positionOf(crop, picture)
  const moveTo = (position: Partial<Position>) => onChanged(movedTo(position, crop, picture))
  return (
    <Box sx={{ display: 'grid', gap: 1, width: sizes.cropper, maxWidth: '100%', mx: 'auto' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        Drag the picture, or use the sliders, until it shows what you want.
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, rowGap: 1 }}>
        {children}
        <Slider
          orientation="vertical"
          size="small"
          track={false}
          aria-label="Up and down"
          disabled={y === undefined}
          // The maximum of a vertical slider is at its top.
          value={100 - (y ?? 50)}
          onChange={(_event, value) => moveTo({ y: 100 - value })}
        />
        <Slider
          size="small"
          track={false}
          aria-label="Left and right"
          disabled={x === undefined}
          value={x ?? 50}
          onChange={(_event, value) => moveTo({ x: value })}
        />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary' }}>
        <Icon name="zoom-out" />
        <Slider
          size="small"
          aria-label="Zoom"
          value={zoomOf(crop, widest)}
          onChange={(_event, value) => onChanged(zoomedTo(value, crop, widest, picture))}
        />
        <Icon name="zoom-in" />
      </Box>
    </Box>
  )
}
