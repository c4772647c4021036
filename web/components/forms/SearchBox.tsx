import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PlainButton } from '#web/components/PlainButton.tsx'
import { KeyCap } from '#web/components/shortcuts/KeyCap.tsx'
import { shortcuts, useAreShortcutsOn } from '#web/components/shortcuts/shortcuts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { searchDelay } from '#web/theme/sizes.ts'
import '#web/theme/styles/frame.css'

interface SearchBoxProps {
  label: string
  /** Says what can be searched, while the box is empty. */
  hint: string
  value: string
  maxLength: number
  /** Called once typing pauses. */
  onSearched: (text: string) => void
  /** Called on Enter, after `onSearched`. */
  onEntered?: (text: string) => void
}

export function SearchBox({ label, hint, value, maxLength, onSearched, onEntered }: SearchBoxProps) {
  const { text, search, searchNow } = useDebouncedSearch(value, onSearched)
  const input = useRef<HTMLInputElement>(null)
  useShortcut('search', () => {
    input.current?.focus()
    input.current?.select()
  })
  const clear = () => {
    search('', 0)
    input.current?.focus()
  }
  return (
    <div className="search-box">
      <Icon name="search" />
      <input
        type="search"
        ref={input}
        value={text}
        placeholder={hint}
        aria-label={label}
        aria-keyshortcuts={shortcuts.search.key}
        maxLength={maxLength}
        dir="auto"
        enterKeyHint="search"
        onChange={(event) => search(event.target.value, searchDelay)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          searchNow()
          onEntered?.(text.trim())
        }}
      />
      <ClearButton isFilled={text !== ''} onClick={clear} />
    </div>
  )
}

/** The text as typed, and a search once typing pauses. */
function useDebouncedSearch(value: string, onSearched: (text: string) => void) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  const timer = useRef<number>(undefined)
  // The value of our own search must not replace newer input; any other value is shown.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setText(value)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const send = (typed: string) => {
    setSent(typed.trim())
    onSearched(typed.trim())
  }
  const search = (typed: string, delayMs: number) => {
    setText(typed)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => send(typed), delayMs)
  }
  const searchNow = () => {
    window.clearTimeout(timer.current)
    if (text.trim() !== sent) send(text)
  }
  return { text, search, searchNow }
}

interface ClearButtonProps {
  isFilled: boolean
  onClick: () => void
}

/** Gives way to the hint while there is nothing to clear. */
function ClearButton({ isFilled, onClick }: ClearButtonProps) {
  // The typed letter renders first, the changed button after it.
  if (!useDeferredValue(isFilled)) return <KeyHint />
  return (
    <PlainButton className="icon-button" aria-label="Clear search" onClick={onClick}>
      <Icon name="x" />
    </PlainButton>
  )
}

/** Shows the key that focuses the search box, if shortcuts are on. */
function KeyHint() {
  if (!useAreShortcutsOn()) return null
  return (
    <span aria-hidden className="search-box-key">
      <KeyCap name={shortcuts.search.key} />
    </span>
  )
}
