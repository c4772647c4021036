/** The attribute of a page that has its stylesheets. Without it, there are only those of toasts, which hide nothing. */
export const styled = 'data-styled'

type Page = Window & typeof globalThis

/**
 * Makes the styles of an element cheap where tests read them most: a query by role asks every element that it passes
 * whether it is shown, and jsdom compares each with every rule of a browser's own stylesheet. That took a quarter of the
 * time. Anything else is computed when a test or a component reads it.
 */
export function computeStylesOnDemand(page: Page) {
  const compute = page.getComputedStyle
  const displays = new Map<string, string>()

  page.getComputedStyle = (element, pseudo) => {
    const known = new Map<string, () => string>()
    if (!pseudo && !page.document.documentElement.hasAttribute(styled)) {
      known.set('display', () => displayOf(element))
      known.set('visibility', () => visibilityOf(element) ?? compute(element).visibility)
    }
    // MUI measures a text box at each keystroke, unless its width is 0. jsdom has no layout: all heights are 0.
    if (element.localName === 'textarea') known.set('width', () => '0px')
    return known.size > 0 ? styleOf(known, () => compute(element, pseudo)) : compute(element, pseudo)
  }

  /** Without stylesheets, it depends on the element's own style, or else on its name and these attributes. */
  function displayOf(element: Element) {
    const own = styleAttribute(element)?.display
    if (own) return own
    const attributes = ['hidden', 'open', 'popover', 'type'].map((name) => element.getAttribute(name))
    const kind = [element.localName, element.parentElement?.localName === 'details', ...attributes].join(' ')
    const display = displays.get(kind) ?? compute(element).display
    displays.set(kind, display)
    return display
  }
}

/** The nearest style attribute decides. Parts of tables have other rules: then, undefined. */
function visibilityOf(element: Element) {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const own = styleAttribute(each)?.visibility
    if (own) return own
    if (each.matches('[hidden]')) return undefined
  }
  return 'visible'
}

function styleAttribute(element: Element) {
  return element.hasAttribute('style') ? (element as HTMLElement | SVGElement).style : undefined
}

function styleOf(known: Map<string, () => string>, compute: () => CSSStyleDeclaration) {
  let styles: CSSStyleDeclaration | undefined
  const read = (name: string) => known.get(name)?.()
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      const value = read(String(name))
      if (value !== undefined) return value
      if (name === 'getPropertyValue') {
        return (property: string) => read(property) ?? (styles ??= compute()).getPropertyValue(property)
      }
      styles ??= compute()
      const other: unknown = Reflect.get(styles, name)
      return typeof other === 'function' ? other.bind(styles) : other
    },
  })
}
