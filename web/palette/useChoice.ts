import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import type { Command } from './useCommands.ts'

interface ChoiceOptions {
  text: string
  options: Command[]
  /** Whether a search may still bring in more. */
  isPending: boolean
  onRun: (command: Command) => void
}

/**
 * Decides which option Enter runs: the one chosen with an arrow key or the pointer, or else the first one. Enter waits
 * until the search has ended and never runs a first option that changes an enquiry. A choice lasts until the text is
 * changed, even while options come and go.
 */
export function useChoice({ text, options, isPending, onRun }: ChoiceOptions) {
  const [choice, setChoice] = useState<{ id: string; text: string }>()
  const [enteredText, setEnteredText] = useState<string>()
  const chosen = options.find(({ id }) => choice?.text === text && choice.id === id)
  const first = options[0]?.isChange ? undefined : options[0]
  const highlighted = chosen ?? first
  const isDue = enteredText !== undefined && enteredText === text && !isPending
  const runFirst = useEffectEvent(() => first && onRun(first))
  useEffect(() => {
    if (isDue) runFirst()
  }, [isDue])

  const choose = ({ id }: Command) => setChoice({ id, text })
  const move = (by: 1 | -1) => {
    const from = highlighted ? options.indexOf(highlighted) : by === 1 ? -1 : 0
    const next = options[(from + by + options.length) % options.length]
    if (next) choose(next)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key !== 'Enter') return
    else if (chosen) onRun(chosen)
    else setEnteredText(text)
    event.preventDefault()
  }
  return { highlighted, choose, handleKey }
}
