import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ratings, type Satisfaction } from '#contract/customers/satisfaction.ts'
import { draftKey } from '#web/chat/drafts/drafts.ts'
import { useDraft } from '#web/chat/drafts/useDraft.ts'
import { rate } from '#web/customers/thread/threadApi.ts'

export type RatingValue = (typeof ratings)[number]

/** The rating that a number, or a text from an address, stands for. */
export function ratingOf(value: number | string | null) {
  return ratings.find((each) => String(each) === String(value))
}

const name = 'rating'

/** The rating in the address, from a link in an email. It is chosen for the customer and saved only with the button. */
export function useLinkedRating() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const [linked] = useState(() => ratingOf(params.get(name)))
  const forget = () => {
    if (!params.has(name)) return
    params.delete(name)
    void navigate({ search: params.toString(), hash }, { replace: true })
  }
  return { linked, forget }
}

export type LinkedRating = ReturnType<typeof useLinkedRating>

export interface AskedRating {
  token: string
  /** The key of the thread. */
  threadKey: string
  satisfaction: Satisfaction
  link: LinkedRating
  onSaved: (satisfaction: Satisfaction) => void
  /** The server may have stopped taking ratings. */
  onFailed: () => void
}

/** The customer's answer. Its comment is kept in this browser until the server has it. */
export function useRating({ token, threadKey, satisfaction, link, onSaved, onFailed }: AskedRating) {
  const draft = useDraft(draftKey(`contact-${threadKey}`, threadKey, 'rating'))
  const [chosen, setChosen] = useState<RatingValue>()
  const [typed, setTyped] = useState<string>()
  const [isChanging, setIsChanging] = useState(link.linked !== undefined)
  /** The card takes the focus when the customer comes with a link, and when the focused button leaves. */
  const [takesFocus, setTakesFocus] = useState(isChanging)
  const [state, setState] = useState<'unsaved' | 'incomplete' | 'saving' | 'failed' | 'saved'>('unsaved')
  const rating = chosen ?? (isChanging ? link.linked : undefined) ?? ratingOf(satisfaction.rating)
  const comment = typed ?? (draft.text || satisfaction.comment)
  const leave = () => {
    draft.empty()
    setTyped(undefined)
    setChosen(undefined)
    setIsChanging(false)
    setTakesFocus(true)
    link.forget()
  }
  const save = async () => {
    if (rating === undefined) return setState('incomplete')
    setState('saving')
    try {
      const saved = await rate(token, { rating, comment: comment.trim() })
      leave()
      setState('saved')
      onSaved(saved)
    } catch {
      setState('failed')
      onFailed()
    }
  }
  return {
    rating,
    comment,
    state,
    takesFocus,
    isLinked: link.linked !== undefined,
    isOpen: satisfaction.rating === null || isChanging || draft.text !== '',
    choose: (value: RatingValue) => {
      setChosen(value)
      setState('unsaved')
    },
    write: (text: string) => {
      setTyped(text)
      draft.write(text)
    },
    save,
    change: () => {
      setIsChanging(true)
      setTakesFocus(true)
      setState('unsaved')
    },
    /** Undefined while there is no earlier rating to return to. */
    cancel: satisfaction.rating === null ? undefined : leave,
  }
}

export type WrittenRating = ReturnType<typeof useRating>
