import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { useId } from 'react'
import { ratings } from '#contract/customers/satisfaction.ts'
import { useTexts } from '#web/customers/thread/threadTexts.ts'
import { ratingSizes, sizes } from '#web/theme/sizes.ts'
import type { RatingValue } from './useRating.ts'

interface RatingChoicesProps {
  /** The id of the question. */
  titleId: string
  errorId?: string
  chosen?: RatingValue
  takesFocus?: boolean
  /** Without it, the choices can only be looked at. */
  onChosen?: (rating: RatingValue) => void
}

/** The five ratings: below one another on a phone, else beside one another. */
export function RatingChoices({ titleId, errorId, chosen, takesFocus, onChosen }: RatingChoicesProps) {
  const { text } = useTexts()
  const name = useId()
  return (
    <Box role="radiogroup" aria-labelledby={titleId} aria-describedby={errorId} sx={group}>
      {ratings.map((rating) => (
        <Box key={rating} component="label" sx={[tile, rating === chosen && chosenTile, !onChosen && fixedTile]}>
          <input
            type="radio"
            name={name}
            aria-label={`${rating} – ${text(`rating.choices.${rating}`)}`}
            checked={rating === chosen}
            disabled={!onChosen}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The customer has pressed a rating, or “Change”.
            autoFocus={takesFocus && rating === chosen}
            onChange={() => onChosen?.(rating)}
          />
          <span>{rating}</span>
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {text(`rating.choices.${rating}`)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const group = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(5, minmax(0, 1fr))' },
  gap: 1,
} as const

/** The number is the circle of the radio button, which is invisible, covers the tile, and takes the clicks and the keys. */
const tile = (theme: Theme) => {
  const { primary, control, action } = theme.vars!.palette
  return {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.5),
    minHeight: sizes.finger,
    padding: theme.spacing(0.75, 1.5),
    border: `1px solid ${control}`,
    borderRadius: `${sizes.radius}px`,
    ...theme.typography.body2,
    cursor: 'pointer',
    '&:hover': { backgroundColor: action.hover },
    '& > input': {
      position: 'absolute',
      inset: 0,
      margin: 0,
      appearance: 'none',
      borderRadius: 'inherit',
      cursor: 'inherit',
      '&:focus-visible': { outline: `2px solid ${primary.main}`, outlineOffset: '2px' },
    },
    '& > input + span': {
      flexShrink: 0,
      display: 'grid',
      placeItems: 'center',
      width: ratingSizes.number,
      height: ratingSizes.number,
      borderRadius: '50%',
      border: `1px solid ${control}`,
      fontWeight: 600,
    },
    '& > input:checked + span': {
      backgroundColor: primary.fill,
      borderColor: primary.fill,
      color: primary.contrastText,
    },
    [theme.breakpoints.up('sm')]: {
      flexDirection: 'column',
      gap: theme.spacing(0.75),
      paddingBlock: theme.spacing(1.25),
      textAlign: 'center',
    },
  } as const
}

const chosenTile = (theme: Theme) => {
  const { primary, background } = theme.vars!.palette
  return {
    borderColor: primary.main,
    backgroundColor: `color-mix(in srgb, ${primary.main} 10%, ${background.paper})`,
    // A line that is also there where the system replaces all colours.
    outline: `1px solid ${primary.main}`,
    fontWeight: 600,
  } as const
}

const fixedTile = { cursor: 'default', '&, &:hover': { backgroundColor: 'transparent' } } as const
