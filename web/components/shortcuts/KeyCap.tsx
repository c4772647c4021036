interface KeyCapProps {
  /** The `key` of its keyboard event. */
  name: string
}

const labels: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  '-': '−',
}

/** A key, drawn as on a keyboard. */
export function KeyCap({ name }: KeyCapProps) {
  return <kbd className="key-cap">{labels[name] ?? (name.length === 1 ? name.toUpperCase() : name)}</kbd>
}
