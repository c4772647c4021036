import { Icon } from '#web/components/icons/Icon.tsx'

interface RatingSignProps {
  rating: number | null
}

/** The rating of an enquiry in a list, such as `4/5`. Nothing if there is none. */
export function RatingSign({ rating }: RatingSignProps) {
  if (!rating) return null
  return (
    <span className="rating" title={ratingText(rating)}>
      <span className="rating-star">
        <Icon name="star" size="small" />
      </span>
      <span aria-hidden>{`${rating}/5`}</span>
      <span className="visually-hidden">{ratingText(rating)}</span>
    </span>
  )
}

function ratingText(rating: number) {
  return `Rated ${rating} of 5`
}
