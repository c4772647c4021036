import type { ComponentProps } from 'react'

/** The native select: it needs little code and works well on phones. */
export function PlainSelect({ className = '', ...props }: ComponentProps<'select'>) {
  return <select className={`plain-select ${className}`} {...props} />
}
