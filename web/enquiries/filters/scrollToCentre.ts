/** Scrolls the line of an item, which is its offset parent, sideways only. `scrollIntoView` could move the page. */
export function scrollToCentre(item: HTMLElement | null) {
  const line = item?.offsetParent
  if (line) line.scrollLeft = item.offsetLeft - (line.clientWidth - item.offsetWidth) / 2
}
