import { compile } from 'html-to-text'

/** No mail that a person has written nests deeper. The converter is slow in deep elements. */
const maxDepth = 60
/** Quotes and lists that are in each other. Each adds characters to every line in it. */
const maxIndents = 10
const indents = new Set(['blockquote', 'ol', 'ul', 'menu', 'dir'])

const convert = compile({
  wordwrap: false,
  limits: { maxInputLength: Number.MAX_SAFE_INTEGER },
  formatters: {
    cell: (element, walk, builder) => {
      walk(element.children, builder)
      builder.addInline(' ')
    },
  },
  selectors: [
    { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true, pathRewrite: shownTarget } },
    { selector: 'img', options: { pathRewrite: () => '' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'hr', options: { length: 20 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    ...['head', 'script', 'style', 'title', 'template', 'object'].map((selector) => ({ selector, format: 'skip' })),
  ],
})

/** The text of an HTML document. Quotes begin with `> `, and links are followed by their address. */
export function htmlToText(html: string) {
  return convert(withoutDeepElements(html))
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The address that is shown after a link. Others, such as `#top` or `cid:`, say nothing to a reader. */
function shownTarget(target: string) {
  return /^(?:https?:|tel:|[^\s:/@]+@[^\s:/@]+$)/i.test(target) ? target : ''
}

/** Elements without content, and those that the next one of their kind ends. */
const unnested = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd option tr td th thead tbody tfoot'.split(
    ' ',
  ),
)

/** Removes the tags of the elements that are nested too deep, and keeps their text. */
function withoutDeepElements(html: string) {
  const elements = new Nesting(maxDepth)
  const indented = new Nesting(maxIndents)
  return html.replace(/<(\/?)([a-z][a-z0-9:-]*)(?![a-z0-9:-])[^<>]*>/gi, (tag: string, slash: string, name: string) => {
    if (indents.has(name.toLowerCase()) && !indented.allows(slash)) return ''
    if (unnested.has(name.toLowerCase())) return elements.isFull || indented.isExceeded ? ' ' : tag
    return elements.allows(slash) ? tag : ''
  })
}

class Nesting {
  #depth = 0

  constructor(readonly max: number) {}

  get isFull() {
    return this.#depth >= this.max
  }

  get isExceeded() {
    return this.#depth > this.max
  }

  /** Whether a tag begins or ends an element that is not too deep. */
  allows(slash: string) {
    const level = slash ? this.#depth : this.#depth + 1
    this.#depth = Math.max(0, this.#depth + (slash ? -1 : 1))
    return level <= this.max
  }
}
