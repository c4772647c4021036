import { _api, loadIcon } from '@iconify/react'
import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Icon } from './Icon.tsx'

const hour = 3_600_000
const drawing = '<path d="M0 0"/>'

/** An icon host that has every icon it is asked for. */
function iconHost() {
  const asked: URL[] = []
  _api.setFetch(async (address) => {
    const url = new URL(address as string)
    asked.push(url)
    const names = url.searchParams.get('icons')!.split(',')
    const icons = Object.fromEntries(names.map((name) => [name, { body: drawing }]))
    return Response.json({ prefix: 'lucide', lastModified: 1, width: 24, height: 24, icons })
  })
  return asked
}

function stored(storage: Storage) {
  const keys = Object.keys(storage).filter((key) => /^iconify\d+$/.test(key))
  return keys.map((key) => JSON.parse(storage.getItem(key)!))
}

/** An icon as the library keeps it, that came so many hours ago. */
function entry(name: string, hours: number) {
  const data = { prefix: 'lucide', width: 24, height: 24, icons: { [name]: { body: drawing } } }
  return JSON.stringify({ cached: Math.floor(Date.now() / hour) - hours, provider: '', data })
}

// As Chromium has it: what is to become HTML is an object, and another one each time.
vi.stubGlobal('trustedTypes', {
  createPolicy: () => ({ createHTML: (html: string) => ({ toString: () => html }) }),
})

const hostsOfTheWorld = _api.getFetch()!
afterEach(() => _api.setFetch(hostsOfTheWorld))

test('an icon of the product is there at once, without asking any host [S7.13] [D7.6]', () => {
  const asked = iconHost()
  const { container } = render(<Icon name="house" />)
  expect(container.querySelector('svg')?.innerHTML).toContain('<path')
  expect(asked).toEqual([])
})

test('an icon stays the same while what is around it changes: a press on it that is not let go yet will count', () => {
  const { container, rerender } = render(<Icon name="house" />)
  const pressed = container.querySelector('path')!
  rerender(<Icon name="house" />)
  expect(pressed).toBeInTheDocument()
})

test('another icon is asked of the product’s own server first, by GET with a list of names [S7.13] [D7.6]', async () => {
  const asked = iconHost()
  await Promise.all([loadIcon('lucide:anchor'), loadIcon('lucide:axe')])
  expect(asked.map(({ origin, pathname }) => origin + pathname)).toEqual([
    `${window.location.origin}/icons/lucide.json`,
  ])
  expect(asked[0]!.searchParams.get('icons')).toBe('anchor,axe')
})

test('icons are kept with the hour they came, and at most 50 entries of them [S9.10]', async () => {
  iconHost()
  for (let number = 0; number < 55; number++) await loadIcon(`lucide:made-up-${number}`)
  const kept = [window.localStorage, window.sessionStorage].map(stored)
  expect(kept.map(({ length }) => length)).toEqual([50, 5])
  expect(kept[0]![0].cached).toBe(Math.floor(Date.now() / hour))
})

test('what was kept under the version key iconify2 is used again for 168 hours, and then thrown away [S9.10]', async () => {
  window.localStorage.setItem('iconify-version', 'iconify2')
  window.localStorage.setItem('iconify-count', '2')
  window.localStorage.setItem('iconify0', entry('kept-long', 169))
  window.localStorage.setItem('iconify1', entry('kept-lately', 167))
  // As at the next visit: the library anew, with what is stored.
  const fresh = await import(/* @vite-ignore */ `${import.meta.resolve('@iconify/react')}?again`)
  expect([fresh.iconLoaded('lucide:kept-long'), fresh.iconLoaded('lucide:kept-lately')]).toEqual([false, true])
  expect(window.localStorage.getItem('iconify0')).toBeNull()
  expect(window.sessionStorage.getItem('iconify-version')).toBe('iconify2')
})
