import type { ReactNode } from 'react'

type TwoLinesProps = { children: string; title?: undefined } | { children: ReactNode; title: string }

/** User text in its own direction, cut off after two lines, or after as many as `--lines` says. The tooltip has the full text. */
export function TwoLines({ children, title }: TwoLinesProps) {
  return (
    <div className="two-lines" dir="auto" title={title ?? children}>
      {children}
    </div>
  )
}
