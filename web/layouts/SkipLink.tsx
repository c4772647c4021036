/** The first stop of the Tab key. It skips the navigation (WCAG 2.4.1). */
export function SkipLink() {
  return (
    <a href="#content" className="skip-link">
      Skip to content
    </a>
  )
}
