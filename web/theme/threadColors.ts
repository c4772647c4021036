import type { Theme } from '@mui/material/styles'

/** A bubble has a breath of its side's colour: too little to lessen the contrast of the text in it. */
export function bubbleColors({ vars }: Theme, side: 'customer' | 'host') {
  const { background, side: colors } = vars!.palette
  const tint = (share: number) => `color-mix(in srgb, ${colors[side]} ${share}%, ${background.paper})`
  return { backgroundColor: tint(8), borderColor: tint(24) }
}

/** Paper that is neither side's. */
export function noteColors({ vars }: Theme) {
  const { background, warning } = vars!.palette
  const tint = (share: number) => `color-mix(in srgb, ${warning.main} ${share}%, ${background.paper})`
  return { backgroundColor: tint(12), borderColor: tint(60) }
}
