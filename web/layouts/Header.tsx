import type { ReactNode } from 'react'

interface HeaderProps {
  left?: ReactNode
  right?: ReactNode
}

export function Header({ left, right }: HeaderProps) {
  return (
    <header className="page-header">
      {left}
      <div className="page-header-right">{right}</div>
    </header>
  )
}
