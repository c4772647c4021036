import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import type { Command } from './useCommands.ts'

interface Choosing {
  text: string
  options: Command[]
  /** Whether a search may still bring in more. */
  isPending: boolean
  onRun: (command: Command) => void
}

/**
 * Which option Enter runs: the one that somebody has chosen by arrow or pointer, until they type on; before that the
 * first one, once it is known which that is, unless it changes an enquiry. A choice holds while options come and go.
 */
export function useChoice({ text, options, isPending, onRun }: Choosing) {
  const [choice, setChoice] = useState<{ id: string; text: string }>()
  const [awaited, setAwaited] = useState<string>()
  const chosen = options.find(({ id }) => choice?.text === text && choice.id === id)
  const first = options[0]?.isChange ? undefined : options[0]
  const highlighted = chosen ?? first
  const isDue = awaited !== undefined && awaited === text && !isPending
  const enter = useEffectEvent(() => first && onRun(first))
  useEffect(() => {
    if (isDue) enter()
  }, [isDue])

  const choose = ({ id }: Command) => setChoice({ id, text })
  const move = (by: 1 | -1) => {
    const from = highlighted ? options.indexOf(highlighted) : by === 1 ? -1 : 0
    const next = options[(from + by + options.length) % options.length]
    if (next) choose(next)
  }
  const listen = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key !== 'Enter') return
    else if (chosen) onRun(chosen)
    else setAwaited(text)
    event.preventDefault()
  }
  return { highlighted, choose, listen }
}
