import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Language, languages } from '#contract/customers/languages.ts'
import { confirmationLetter } from './confirmationLetter.ts'
import {
  errorText,
  formPolicy,
  type Outcome,
  renderConfirm,
  renderForm,
  renderOutcome,
  type Shown,
} from './renderPage.ts'

const shown: Shown = {
  companyName: 'Acme Tools Ltd',
  logoUrl: '/files/logo.png',
  colour: '#0f766e',
  language: 'en',
  languages: ['en', 'de', 'ar'],
  greeting: 'Something broken?\nTell us.',
  privacyUrl: 'https://acme.test/privacy',
  nonce: 'n0nce',
  appName: 'Enquiry Desk',
  isEmbedded: false,
  path: '/f/acme',
}

const nothing = { enquiryType: '', summery: '', description: '', name: '', email: '' }
const empty = {
  types: ['Order', 'Repair'],
  values: nothing,
  errors: {},
  hidden: { key: 'k1' },
  honeypot: 'website',
  challenge: null,
}

const outcomes: Outcome[] = [
  { kind: 'confirm', address: 'anna@example.com' },
  { kind: 'link', url: 'https://desk.test/c/secret' },
  { kind: 'held' },
  { kind: 'confirmed', url: 'https://desk.test/c/secret' },
  { kind: 'expired' },
  { kind: 'missing' },
  { kind: 'closed' },
  { kind: 'busy' },
]

function everyPage(language: Language, page: Partial<Shown> = {}) {
  const here = { ...shown, language, ...page }
  const errors = { summery: errorText(language, 'required'), documents: errorText(language, 'tooMany') }
  return Promise.all([
    renderForm({ ...here, ...empty }),
    renderForm({ ...here, ...empty, errors }),
    ...outcomes.map((outcome) => renderOutcome(here, outcome)),
    renderConfirm({ ...here, action: '/c', token: 'x' }),
  ])
}

/** The attributes of every tag with this name. HTML ignores the case of their names, in which React writes some. */
function tagsIn(html: string, name: string) {
  return [...html.matchAll(new RegExp(`<${name}((?: [^>"]+="[^"]*")*)/?>`, 'gi'))].map(([, attributes]) =>
    Object.fromEntries(
      [...attributes!.matchAll(/([^ "=]+)="([^"]*)"/g)].map(([, key, value]) => [key!.toLowerCase(), value!]),
    ),
  )
}

function controlIn(html: string, name: string) {
  return ['input', 'select', 'textarea'].flatMap((tag) => tagsIn(html, tag)).find((each) => each.name === name)
}

test.each(languages)('every page renders in %s, without a text that is missing', async (language) => {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  for (const html of await everyPage(language)) {
    expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}" dir="${direction}">`))
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/\{\{|\b(?:form|files|outcome|confirm)\.(?!js)[a-z]/i)
  }
})

test('a page needs no script, sets nothing and loads nothing from other origins [D11.2]', async () => {
  for (const html of await everyPage('en')) {
    // Only attributes: the form must not run or style anything that the policy forbids.
    expect(html).not.toMatch(/<[^>]+\s(?:on\w+|style)=/i)
    const loaded = [...html.matchAll(/<(?:script|img|iframe|source|link)[^>]*?\s(?:src|href)="([^"]*)"/g)]
    expect(loaded.map(([, address]) => address).filter((address) => !/^\/[^/]/.test(address!))).toEqual([])
    expect(html).not.toMatch(/@import|url\(/)
    expect(html).toMatch(/<meta name="robots" content="noindex"\/>/)
    expect(html).toMatch(/<link rel="icon" href="\/favicon.ico"\/>/)
    expect(html).toMatch(/<meta name="referrer" content="no-referrer"\/>/)
    for (const [tag] of html.matchAll(/<(?:script|style)\b[^>]*>/g)) expect(tag).toContain('nonce="n0nce"')
  }
})

test('the form posts its fields by itself, in its language [D11.2]', async () => {
  const html = await renderForm({ ...shown, ...empty, language: 'de', isEmbedded: true })
  expect(tagsIn(html, 'form')).toMatchObject([
    { method: 'post', enctype: 'multipart/form-data', action: '/f/acme?lang=de&amp;embedded=1' },
  ])
  for (const name of ['enquiryType', 'summery', 'description', 'documents', 'name', 'email', 'key', 'website']) {
    expect(controlIn(html, name)).toBeDefined()
  }
  const arabic = { href: '/f/acme?lang=ar&amp;embedded=1', lang: 'ar', hreflang: 'ar' }
  expect(tagsIn(html, 'a')).toContainEqual(arabic)
})

test('a single type is not asked for', async () => {
  const html = await renderForm({ ...shown, ...empty, types: ['Order'] })
  expect(html).toContain('<input type="hidden" name="enquiryType" value="Order"/>')
  expect(html).not.toContain('<select')
})

test('a field has its length, and each control its label', async () => {
  const html = await renderForm({ ...shown, ...empty })
  expect(controlIn(html, 'summery')).toMatchObject({ id: 'summery', maxlength: '300', required: '' })
  expect(controlIn(html, 'description')).toMatchObject({ id: 'description', maxlength: '20000', required: '' })
  expect(controlIn(html, 'email')).toMatchObject({ id: 'email', type: 'email', autocomplete: 'email' })
  expect(controlIn(html, 'documents')).toMatchObject({ type: 'file', multiple: '' })
  for (const id of ['enquiryType', 'summery', 'description', 'documents', 'name', 'email']) {
    expect(html).toContain(`<label for="${id}">`)
  }
})

test('robots alone find the field that nobody may fill in', async () => {
  const html = await renderForm({ ...shown, ...empty })
  expect(controlIn(html, 'website')).toMatchObject({ type: 'text', tabindex: '-1', autocomplete: 'off' })
  expect(html.indexOf('aria-hidden="true"')).toBeLessThan(html.indexOf('name="website"'))
})

test('an error is in the summary, at its field, and with what was typed', async () => {
  const values = { ...nothing, email: 'anna@', description: 'It broke.' }
  const errors = { email: errorText('en', 'email'), documents: errorText('en', 'imageSize', { name: 'photo.png' }) }
  const html = await renderForm({ ...shown, ...empty, values, errors })
  expect(tagsIn(html, 'div').find(({ id }) => id === 'errors')).toMatchObject({
    role: 'alert',
    tabindex: '-1',
    autofocus: '',
  })
  expect(html).toContain('Please check 2 fields')
  expect(html).toMatch(/<a href="#email">[^<]*Enter an email address/)
  expect(html).toMatch(/<a href="#documents">[^<]*“photo.png” is larger than 10 MB/)
  expect(controlIn(html, 'email')).toMatchObject({
    value: 'anna@',
    'aria-invalid': 'true',
    'aria-describedby': 'email-error email-hint',
  })
  expect(html).toContain('<p class="error" id="email-error">Enter an email address such as name@example.com.</p>')
  expect(html).toContain('>It broke.</textarea>')
})

test('what is wrong with the whole form is the heading of the summary', async () => {
  const html = await renderForm({ ...shown, ...empty, errors: { form: errorText('en', 'tooFast') } })
  expect(html).toContain('<h2>Please wait a few seconds, then send again.</h2>')
})

test('nothing that people typed becomes part of the page', async () => {
  const attack = `"><script>alert(1)</script></style><style nonce="n0nce">{{count}}$t(form.send)`
  const typed = { enquiryType: attack, summery: attack, description: attack, name: attack, email: attack }
  const company = { companyName: attack, greeting: attack, appName: attack, colour: attack }
  const pages = [
    await renderForm({ ...shown, ...company, ...empty, types: [attack, 'b'], values: typed, hidden: { key: attack } }),
    await renderOutcome({ ...shown, ...company }, { kind: 'confirm', address: attack }),
    await renderConfirm({ ...shown, ...company, action: attack, token: attack }),
  ]
  for (const html of pages) {
    expect(html).not.toContain('<script>')
    expect(html.match(/<style/g)).toHaveLength(1)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  }
})

test('the greeting keeps its line breaks', async () => {
  expect(await renderForm({ ...shown, ...empty })).toContain('Something broken?\nTell us.</p>')
})

test('an embedded page opens other pages in windows of their own', async () => {
  const html = await renderOutcome({ ...shown, isEmbedded: true }, { kind: 'link', url: 'https://desk.test/c/1' })
  expect(html).toContain('<a class="button" href="https://desk.test/c/1" target="_blank" rel="noopener noreferrer">')
  expect(html).toContain('class="embedded"')
})

test('an expired link leads to the form of its company, if that is known', async () => {
  const address = '<a class="button" href="/f/acme?lang=en">'
  expect(await renderOutcome(shown, { kind: 'expired' })).toContain(address)
  expect(await renderOutcome({ ...shown, companyName: '' }, { kind: 'expired' })).not.toContain('class="button"')
})

test('the policy allows nothing from elsewhere, and no website around the page unless it is listed [D11.2]', () => {
  expect(formPolicy('n', null, [])).toBe(
    "default-src 'none'; script-src 'self' 'nonce-n'; style-src 'self' 'nonce-n'; img-src 'self' blob: data:; " +
      "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(formPolicy('n', '/api/files/logo', ['https://a.test', 'https://b.test'])).toMatch(
    /; frame-ancestors https:\/\/a.test https:\/\/b.test$/,
  )
  expect(formPolicy('n', 'https://api.test/api/files/logo', [])).toContain(
    "; img-src 'self' blob: data: https://api.test; ",
  )
})

test('the confirmation letter has the link and the company, in each language [D11.3]', () => {
  for (const language of languages) {
    const url = 'https://desk.test/c/abc?lang=de&x=1'
    const letter = confirmationLetter(language, { companyName: 'Acme evil.example Ltd', url, appName: 'Enquiry Desk' })
    expect(letter.text).toContain(url)
    expect(letter.html).toContain('href="https://desk.test/c/abc?lang=de&amp;x=1"')
    expect(letter.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(letter.subject).toContain('Acme evil example Ltd')
    // Only texts of the catalogue: nothing else can be in the letter, because nothing else is given to it.
    expect(letter.text + letter.html).not.toMatch(/\{\{|\bmail\.\w/)
  }
})

test('any text that is given to a translation stays that text', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(errorText('en', 'imageSize', { name })).toBe(`“${name}” is larger than 10 MB. Choose a smaller image.`)
    }),
  )
})
