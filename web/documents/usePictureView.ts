import { useState } from 'react'

const zooms = [1, 1.5, 2, 3, 4, 6, 8]
const upright = { step: 0, rotation: 0 }

/** The zoom of a picture, where 1 fits the window, and its rotation in degrees clockwise. */
export function usePictureView() {
  const [{ step, rotation }, setView] = useState(upright)
  const zoomBy = (steps: number) =>
    setView((view) => ({ ...view, step: Math.min(zooms.length - 1, Math.max(0, view.step + steps)) }))
  return {
    zoom: zooms[step]!,
    rotation,
    canZoomIn: step < zooms.length - 1,
    canZoomOut: step > 0,
    zoomBy,
    fit: () => setView((view) => ({ ...view, step: 0 })),
    // Not modulo 360: going from 270 to 0 would animate the long way round.
    rotate: () => setView((view) => ({ ...view, rotation: view.rotation + 90 })),
    restart: () => setView(upright),
  }
}

export type PictureView = ReturnType<typeof usePictureView>
