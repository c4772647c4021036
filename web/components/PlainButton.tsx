import type { ComponentProps } from 'react'

/** A button whose looks are classes of `theme/styles/`. Safari focuses a button that is pressed only if it has a `tabIndex`. */
export function PlainButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" tabIndex={0} className={`plain-button ${className}`} {...props} />
}
