import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

interface Word {
  word: string
  start: number
}

interface OfferInput<Option> {
  text: string
  input: RefObject<HTMLTextAreaElement | null>
  /** The word before the caret that asks for options. */
  findWord: (before: string) => Word | undefined
  findOptions: (word: string) => Option[]
  /** Replaces the word. `after` is the text behind the caret. */
  insertionFor: (option: Option, after: string) => string
  onChosen: (text: string, option: Option) => void
}

const maxOptions = 8

/** Offers options for the word at the caret of a text box, by the WAI-ARIA APG combobox pattern: the focus stays in the box. */
export function useOffer<Option>({ text, input, findWord, findOptions, ...chosen }: OfferInput<Option>) {
  const listId = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [closedAt, setClosedAt] = useState<number>()
  const [active, setActive] = useState(0)
  const caretAfter = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caretAfter.current === undefined) return
    input.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = undefined
  })

  const typed = caret === null ? undefined : findWord(text.slice(0, caret))
  const options = typed && typed.start !== closedAt ? findOptions(typed.word).slice(0, maxOptions) : []
  const shownActive = Math.min(active, Math.max(options.length - 1, 0))
  const choose = (option: Option) => {
    if (!typed || caret === null) return
    const after = text.slice(caret)
    const insertion = chosen.insertionFor(option, after)
    caretAfter.current = typed.start + insertion.length
    setCaret(null)
    setClosedAt(typed.start)
    chosen.onChosen(text.slice(0, typed.start) + insertion + after, option)
    input.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    const option = options[shownActive]
    if (!option) return
    const count = options.length
    const actions: Record<string, () => void> = {
      ArrowDown: () => setActive((shownActive + 1) % count),
      ArrowUp: () => setActive((shownActive + count - 1) % count),
      Enter: () => choose(option),
      Tab: () => choose(option),
      Escape: () => setClosedAt(typed?.start),
    }
    if (!actions[event.key] || event.shiftKey) return
    event.preventDefault()
    actions[event.key]!()
  }
  const noteCaret = () => {
    const field = input.current
    const next = field && field.selectionStart === field.selectionEnd ? field.selectionStart : null
    setCaret(next)
    // A closed word stays closed until the caret leaves it.
    if (next === null || findWord(field!.value.slice(0, next))?.start !== closedAt) setClosedAt(undefined)
  }
  const isOpen = options.length > 0
  const attributes = {
    'aria-haspopup': 'listbox',
    'aria-autocomplete': 'list',
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen ? `${listId}-${shownActive}` : undefined,
  } as const
  const close = () => setCaret(null)
  return { listId, options, active: shownActive, attributes, handleKey, noteCaret, choose, close }
}

export type Offer<Option> = ReturnType<typeof useOffer<Option>>
