import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  document.body.replaceChildren()
  Reflect.deleteProperty(document, 'currentScript')
})

/** Runs the script as a website includes it, and returns the frame that it adds. */
async function embed(attributes: string, around = '') {
  const holder = document.createElement('div')
  // Inserted as HTML, so that jsdom does not run it.
  holder.innerHTML = `${around}<script src="https://desk.test/embed.js" ${attributes}></script>`
  document.body.append(holder)
  const frames = new Set(document.querySelectorAll('iframe'))
  Object.defineProperty(document, 'currentScript', { value: holder.querySelector('script'), configurable: true })
  vi.resetModules()
  // @ts-expect-error -- It is no module: it exports and imports nothing.
  await import('./embedScript.ts')
  return [...document.querySelectorAll('iframe')].find((frame) => !frames.has(frame))!
}

function post(frame: HTMLIFrameElement, height: unknown, origin = 'https://desk.test') {
  const data = { type: 'enquiry-form-height', height }
  window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow }))
}

test('the form of a company appears after the script [D11.2]', async () => {
  const frame = await embed('data-form="acme"')
  expect(frame.previousElementSibling?.tagName).toBe('SCRIPT')
  expect(frame).toHaveAttribute('src', 'https://desk.test/f/acme?embedded=1')
  expect(frame).toHaveAttribute('title', 'Contact form')
  expect(frame).toHaveAttribute('width', '100%')
})

test('it appears in the place, in the language and with the title that the website chooses', async () => {
  const attributes = 'data-form="acme" data-target="here" data-lang="de" data-title="Kontakt"'
  const frame = await embed(attributes, '<p id="here">Loading</p>')
  expect(document.getElementById('here')).toBeNull()
  expect(frame.nextElementSibling?.tagName).toBe('SCRIPT')
  expect(frame).toHaveAttribute('src', 'https://desk.test/f/acme?embedded=1&lang=de')
  expect(frame).toHaveAttribute('title', 'Kontakt')
})

test('the frame gets the height of its form', async () => {
  const frame = await embed('data-form="acme"')
  post(frame, 812)
  expect(frame).toHaveAttribute('height', '812')
  for (const height of [-1, '900', Number.NaN, undefined]) post(frame, height)
  expect(frame).toHaveAttribute('height', '812')
})

test('other pages cannot change its height', async () => {
  const frame = await embed('data-form="acme"')
  post(frame, 900, 'https://evil.test')
  const data = { type: 'enquiry-form-height', height: 900 }
  window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://desk.test', source: window }))
  expect(frame).toHaveAttribute('height', '640')
})

test('each of several forms follows its own height', async () => {
  const first = await embed('data-form="acme"')
  const second = await embed('data-form="other"')
  post(first, 500)
  post(second, 700)
  expect([first.height, second.height]).toEqual(['500', '700'])
})

test('the link to the form stays until the form is shown', async () => {
  const link = '<a data-enquiry-link href="https://desk.test/f/acme">Write to us</a>'
  const frame = await embed('data-form="acme"', link)
  expect(document.querySelector('a')).toBeVisible()
  post(frame, 500)
  expect(document.querySelector('a')).not.toBeVisible()
})
