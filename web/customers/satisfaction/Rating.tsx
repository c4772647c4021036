import type { CustomerThread } from '#contract/customers/thread.ts'
import type { useCustomerThread } from '#web/customers/thread/useCustomerThread.ts'
import { RatingCard } from './RatingCard.tsx'
import { useRating, type AskedRating, type LinkedRating } from './useRating.ts'

interface RatingProps {
  token: string
  thread: CustomerThread
  link: LinkedRating
  page: Pick<ReturnType<typeof useCustomerThread>, 'load' | 'noteRating'>
}

/** The question for a rating, to be answered. Nothing where the customer is not asked. */
export function Rating({ token, thread: { key, satisfaction }, link, page }: RatingProps) {
  if (!satisfaction) return null
  const onFailed = () => void page.load()
  return <Answerable {...{ token, threadKey: key, satisfaction, link, onFailed }} onSaved={page.noteRating} />
}

function Answerable(asked: AskedRating) {
  return <RatingCard satisfaction={asked.satisfaction} level="h2" written={useRating(asked)} />
}
