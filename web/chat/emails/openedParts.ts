import { createContext, useContext, useState } from 'react'

/** The parts of messages that the reader has opened. A row that is scrolled out of view forgets its own state. */
export class OpenedParts {
  readonly #keys = new Set<string>()
  readonly #onChanged: () => void

  constructor(onChanged: () => void) {
    this.#onChanged = onChanged
  }

  has(key: string) {
    return this.#keys.has(key)
  }

  change(key: string, isOpen: boolean) {
    if (isOpen) this.#keys.add(key)
    else this.#keys.delete(key)
    this.#onChanged()
  }
}

export const OpenedPartsContext = createContext<OpenedParts | undefined>(undefined)

/** Whether a part of a message is open, and a function that opens or closes it. */
export function useOpened(key: string) {
  const opened = useContext(OpenedPartsContext)
  const [isOpen, setIsOpen] = useState(() => opened?.has(key) ?? false)
  const toggle = () => {
    opened?.change(key, !isOpen)
    setIsOpen(!isOpen)
  }
  return [isOpen, toggle] as const
}
