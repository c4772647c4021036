import { directionOf, type Language } from '#contract/customers/languages.ts'

type Link = { label: string; url: string }

export type Letter = {
  /** English, unless the letter is for a customer. */
  language?: Language
  subject: string
  greeting: string
  paragraphs: string[]
  /** Links of equal weight below the paragraphs, of which the reader chooses one. */
  choices?: Link[]
  actions: Link[]
  /** Shown below the actions in small print. */
  notes: string[]
  signature: string
  /** Stands above each address in small print. */
  addressHint?: string
}

/** Renders a letter as plain text and as HTML without external resources. */
export function writeLetter(letter: Letter) {
  const { language = 'en', subject, greeting, paragraphs, choices = [], actions, notes, signature } = letter
  const { addressHint = 'If the button does not work, open this address:' } = letter
  const links = [...choices, ...actions].map(({ label, url }) => `${label}:\n${url}`)
  const text = [greeting, ...paragraphs, ...links, ...notes, `-- \n${signature}`].join('\n\n')
  const html = [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f9fafb;color:#1c252e;font:16px/1.5 sans-serif">',
    '<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">',
    ...[greeting, ...paragraphs].map((each) => paragraph(escape(each))),
    ...choices.map(({ label, url }) => paragraph(`<a href="${escape(url)}">${escape(label)}</a>`)),
    ...actions.flatMap((action) => button(action, addressHint)),
    ...notes.map((each) => small(escape(each))),
    small(escape(signature)),
    '</div></body></html>',
  ].join('\n')
  return { subject: subject.replaceAll(/\s+/g, ' '), text, html }
}

function button({ label, url }: Link, addressHint: string) {
  return [
    paragraph(
      `<a href="${escape(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;` +
        `background:#146cdd;color:#ffffff;font-weight:bold;text-decoration:none">${escape(label)}</a>`,
    ),
    small(`${escape(addressHint)}<br>${escape(url)}`),
  ]
}

/**
 * Makes a name safe to put into a letter. Strangers can choose names, and mail programs turn URLs, host names and addresses
 * into links, so nothing in a name may look like one.
 */
export function nameInMail(name: string) {
  return name
    .normalize('NFKC')
    .replaceAll('@', ' at ')
    .replaceAll(/[.。]+(?=[^\s.。])|:(?=\S)|[/\\]{2,}/g, ' ')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()
}

function paragraph(content: string) {
  return `<p style="margin:0 0 16px">${content}</p>`
}

function small(content: string) {
  return `<p style="margin:0 0 8px;font-size:13px;color:#637381">${content}</p>`
}

function escape(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
