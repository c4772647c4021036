import type { Theme } from '@mui/material/styles'

/** A bubble has a tint of its side's colour, too weak to reduce the contrast of its text. */
export function bubbleColors({ vars }: Theme, side: 'customer' | 'host') {
  const { background, side: colors } = vars!.palette
  const tint = (share: number) => `color-mix(in srgb, ${colors[side]} ${share}%, ${background.paper})`
  return { backgroundColor: tint(8), borderColor: tint(24) }
}

/** On the customer's page, the company's messages are on paper and the customer's own are tinted. */
export function customerPageColors({ vars }: Theme, isOwn: boolean) {
  const { background, primary, divider } = vars!.palette
  const tint = (share: number) => `color-mix(in srgb, ${primary.main} ${share}%, ${background.paper})`
  return isOwn
    ? { backgroundColor: tint(10), borderColor: tint(28) }
    : { backgroundColor: background.paper, borderColor: divider }
}

/** The colour of notes, which belong to neither side. */
export function noteColors({ vars }: Theme) {
  const { background, warning } = vars!.palette
  const tint = (share: number) => `color-mix(in srgb, ${warning.main} ${share}%, ${background.paper})`
  return { backgroundColor: tint(12), borderColor: tint(60) }
}

/** An email that waits for a decision stands out from everything else in the thread. */
export function heldMailColors({ vars }: Theme) {
  const { background, primary } = vars!.palette
  const tint = (share: number) => `color-mix(in srgb, ${primary.main} ${share}%, ${background.paper})`
  return { backgroundColor: tint(6), borderColor: tint(60) }
}

/** The name of a person in a note; the reader's own name is stronger. */
export function mentionColors({ vars }: Theme, isOwn: boolean) {
  const { background, primary } = vars!.palette
  if (isOwn) return { backgroundColor: primary.fill, color: primary.contrastText }
  return { backgroundColor: `color-mix(in srgb, ${primary.main} 16%, ${background.paper})` }
}
