import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef } from 'react'
import type { Satisfaction } from '#contract/customers/satisfaction.ts'
import { useTexts } from '#web/customers/thread/threadTexts.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { RatingAnswer } from './RatingAnswer.tsx'
import { RatingChoices } from './RatingChoices.tsx'
import { RatingForm } from './RatingForm.tsx'
import type { WrittenRating } from './useRating.ts'

interface RatingCardProps {
  satisfaction: Satisfaction
  level: 'h2' | 'h4'
  /** Without it, the card can only be looked at. */
  written?: WrittenRating
}

/** Asks how satisfied the customer is. Once answered, it shows the rating. */
export function RatingCard({ satisfaction, level, written }: RatingCardProps) {
  const { text } = useTexts()
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const isLinked = written?.isLinked
  useEffect(() => {
    if (isLinked) card.current?.scrollIntoView({ block: 'start' })
  }, [isLinked])
  const { rating, canRate } = satisfaction
  const isOpen = canRate && (written ? written.isOpen : rating === null)
  if (rating === null && !isOpen) return null
  return (
    <Box ref={card} component="section" aria-labelledby={id} sx={look}>
      <Typography id={id} component={level} variant="subtitle1">
        {text(isOpen ? 'rating.title' : 'rating.thanks')}
      </Typography>
      {isOpen && written && <RatingForm titleId={id} written={written} />}
      {isOpen && !written && <RatingChoices titleId={id} />}
      {!isOpen && <RatingAnswer satisfaction={satisfaction} written={written} />}
      <Box component="output" sx={visuallyHidden}>
        {written?.state === 'saving' && text('rating.saving')}
        {written?.state === 'saved' && text('rating.thanks')}
      </Box>
    </Box>
  )
}

const look = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  mt: 1.5,
  p: { xs: 2, sm: 2.5 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
  scrollMarginTop: '16px',
} as const
