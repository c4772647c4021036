import useMediaQuery from '@mui/material/useMediaQuery'
import { boxRows } from '#web/chat/TextBox.tsx'
import { deskPanes } from '#web/theme/deskSizes.ts'

/** On a phone the box grows with its text: by CSS, or by script in a browser whose CSS cannot do that. */
export function useBoxRows() {
  const isPhone = useMediaQuery(deskPanes.one)
  return isPhone && !window.CSS?.supports?.('field-sizing', 'content') ? { minRows: 1, maxRows: 6 } : { rows: boxRows }
}
