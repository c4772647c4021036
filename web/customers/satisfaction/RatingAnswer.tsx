import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ratings, type Satisfaction } from '#contract/customers/satisfaction.ts'
import { MessageText } from '#web/chat/thread/MessageText.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useTexts } from '#web/customers/thread/threadTexts.ts'
import { sizes } from '#web/theme/sizes.ts'
import { ratingOf, type WrittenRating } from './useRating.ts'

interface RatingAnswerProps {
  satisfaction: Satisfaction
  written: WrittenRating | undefined
}

/** The saved rating, with a button to change it for as long as that is possible. */
export function RatingAnswer({ satisfaction: { rating, comment, canRate }, written }: RatingAnswerProps) {
  const { text } = useTexts()
  const value = ratingOf(rating)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Box aria-hidden sx={{ display: 'flex', gap: 0.25 }}>
          {ratings.map((each) => (
            <Box key={each} sx={each <= (value ?? 0) ? filled : { color: 'text.disabled', display: 'flex' }}>
              <Icon name="star" />
            </Box>
          ))}
        </Box>
        <Typography variant="body2">{value && `${value} – ${text(`rating.choices.${value}`)}`}</Typography>
      </Box>
      {comment && (
        <Box component="blockquote" sx={quote}>
          <MessageText text={comment} />
        </Box>
      )}
      {canRate && written && (
        <Button
          variant="outlined"
          color="inherit"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focused button “Save” has left
          autoFocus={written.takesFocus}
          onClick={written.change}
          sx={{ minHeight: sizes.finger }}
        >
          {text('rating.change')}
        </Button>
      )}
    </Box>
  )
}

const filled = { display: 'flex', color: 'warning.main', '& path': { fill: 'currentColor' } } as const
const quote = {
  m: 0,
  paddingInlineStart: 1.5,
  borderInlineStart: '3px solid',
  borderColor: 'divider',
  minWidth: 0,
} as const
