import { styled } from '@mui/material/styles'
import { listSizes } from '#web/theme/listSizes.ts'
import { touched } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'

/** The native select: it needs little code and works well on phones. */
export const PlainSelect = styled('select')(({ theme }) => ({
  font: 'inherit',
  minWidth: 0,
  minHeight: listSizes.target,
  padding: theme.spacing(0.5, 0.5),
  color: theme.vars!.palette.text.primary,
  backgroundColor: theme.vars!.palette.background.paper,
  border: `1px solid ${theme.vars!.palette.control}`,
  borderRadius: theme.spacing(0.75),
  [touched]: { minWidth: sizes.finger, minHeight: sizes.finger },
}))
