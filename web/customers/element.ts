/** Creates an element with properties and children. Text stays text. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}
