import Box from '@mui/material/Box'
import { Icon } from '#web/components/icons/Icon.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'

interface RatingSignProps {
  rating: number | null
}

/** The rating of an enquiry in a list, such as `4/5`. Nothing if there is none. */
export function RatingSign({ rating }: RatingSignProps) {
  if (!rating) return null
  return (
    <Box
      component="span"
      title={ratingText(rating)}
      sx={{
        flexShrink: 0,
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      <Box component="span" sx={{ display: 'flex', color: 'warning.main', '& path': { fill: 'currentColor' } }}>
        <Icon name="star" size="small" />
      </Box>
      <span aria-hidden>{`${rating}/5`}</span>
      <Box component="span" sx={visuallyHidden}>
        {ratingText(rating)}
      </Box>
    </Box>
  )
}

function ratingText(rating: number) {
  return `Rated ${rating} of 5`
}
