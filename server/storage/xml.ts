import { Parser } from 'htmlparser2'

export type Element = { name: string; text: string; children: Element[] }

/** The root element of an XML text, without attributes. Throws if the text is not one complete element. */
export function parseXml(text: string): Element {
  const document: Element = { name: '', text: '', children: [] }
  const open = [document]
  const parser = new Parser(
    {
      onopentag(name) {
        const element: Element = { name, text: '', children: [] }
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      ontext(part) {
        open.at(-1)!.text += part
      },
      onclosetag() {
        open.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(text)
  // `end` would close what is open in a text that was cut off.
  const isComplete = open.length === 1
  parser.end()
  const [root, ...others] = document.children
  if (!root || others.length > 0 || !isComplete || document.text.trim() !== '') throw new Error('The XML is damaged')
  return root
}

export function childText(element: Element, name: string) {
  return element.children.find((child) => child.name === name)?.text
}
