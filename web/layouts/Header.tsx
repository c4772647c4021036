import type { ReactNode } from 'react'

interface HeaderProps {
  /** The header has its desktop height from this breakpoint on. */
  wideFrom: 'md' | 'lg'
  left?: ReactNode
  right?: ReactNode
}

export function Header({ wideFrom, left, right }: HeaderProps) {
  return (
    <header className={`page-header wide-from-${wideFrom}`}>
      {left}
      <div className="page-header-right">{right}</div>
    </header>
  )
}
