import type { ListedEnquiry } from '#contract/enquiries.ts'
import { paths } from '#web/navigation/paths.ts'

const controls = '.select-box, .icon-button, .sort-label'

/** Marks the first row that is pressed. The result opens it, once the page is there. */
export function rememberPress(place: HTMLElement, enquiries: ListedEnquiry[], page: Element) {
  let pressed: ListedEnquiry | undefined
  // The rows are inert, so that a press arrives at the outline around them.
  place.parentElement!.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if ([...place.querySelectorAll(controls)].some((control) => isAt(control, event))) return
    const rows = [...place.querySelectorAll('tbody tr, li')]
    const at = rows.findIndex((row) => isAt(row, event))
    if (at < 0) return
    pressed = enquiries[at]
    rows.forEach((row, index) => row.classList.toggle('selected', index === at))
  })
  return () => {
    if (pressed) page.querySelector<HTMLElement>(`a[href="${paths.enquiry(pressed._id)}"]`)?.click()
  }
}

function isAt(element: Element, { clientX, clientY }: MouseEvent) {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return left <= clientX && clientX < right && top <= clientY && clientY < bottom
}
