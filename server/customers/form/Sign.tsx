const paths = {
  letter: 'M3 6.5h18v11H3zM3.5 7l8.5 6.5L20.5 7',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17zM12 7.5V12l3 2',
  question: 'M9 9.5a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.9M12 17.5v.01',
  closed: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17zM6 6l12 12',
  send: 'M21 3L10.5 13.5M21 3l-6.5 18-4-7.5L3 9.5z',
}
export type SignName = keyof typeof paths

/** The picture above a heading, which says the same in words. */
export function Sign({ name }: { name: SignName }) {
  return (
    <div className="sign" aria-hidden="true">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={paths[name]} />
      </svg>
    </div>
  )
}
