import { _api, loadIcon } from '@iconify/react'
import { render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Icon } from './Icon.tsx'
import { bundledIcons, hostedIcons } from './iconNames.ts'

const hour = 3_600_000
const drawing = '<path d="M0 0"/>'

/** An icon host that has every requested icon. */
function iconHost() {
  const requested: URL[] = []
  _api.setFetch(async (address) => {
    const url = new URL(address as string)
    requested.push(url)
    const names = url.searchParams.get('icons')!.split(',')
    const icons = Object.fromEntries(names.map((name) => [name, { body: drawing }]))
    return Response.json({ prefix: 'lucide', lastModified: 1, width: 24, height: 24, icons })
  })
  return requested
}

function stored(storage: Storage) {
  const keys = Object.keys(storage).filter((key) => /^iconify\d+$/.test(key))
  return keys.map((key) => JSON.parse(storage.getItem(key)!))
}

/** A cache entry of the library, fetched this many hours ago. */
function entry(name: string, hours: number) {
  const data = { prefix: 'lucide', width: 24, height: 24, icons: { [name]: { body: drawing } } }
  return JSON.stringify({ cached: Math.floor(Date.now() / hour) - hours, provider: '', data })
}

const originalFetch = _api.getFetch()!
afterEach(() => _api.setFetch(originalFetch))

test('an icon of the list or of sign-in renders at once, without a request to any host [S7.13]', () => {
  const requested = iconHost()
  const { container } = render(bundledIcons.map((name) => <Icon key={name} name={name} />))
  const drawn = [...container.querySelectorAll('svg')].filter((icon) => icon.querySelector('path, circle, rect'))
  expect(drawn).toHaveLength(bundledIcons.length)
  expect(requested).toEqual([])
})

test('other icons keep their place, and are requested together from the product’s own server: GET, names in the query, 500 characters at most [S7.13] [D7.6]', async () => {
  const requested = iconHost()
  const { container } = render(hostedIcons.map((name) => <Icon key={name} name={name} size="large" />))
  const places = [...container.querySelectorAll('svg')]
  expect(places.map((place) => place.outerHTML)).toEqual(
    hostedIcons.map(() => '<svg width="24" height="24" aria-hidden="true" viewBox="0 0 24 24"></svg>'),
  )
  await waitFor(() => expect(container.querySelectorAll('svg > path')).toHaveLength(hostedIcons.length))
  expect([...container.querySelectorAll('svg')]).toEqual(places)
  expect(new Set(requested.map(({ origin, pathname }) => origin + pathname))).toEqual(
    new Set([`${window.location.origin}/icons/lucide.json`]),
  )
  expect(requested).toHaveLength(2)
  expect(requested.flatMap(({ searchParams }) => searchParams.get('icons')!.split(',')).toSorted()).toEqual(
    hostedIcons.toSorted(),
  )
  for (const { href } of requested) expect(href.length).toBeLessThanOrEqual(500)
  // The two responses are two entries of the cache, which has place for 50.
  expect(stored(window.localStorage)).toHaveLength(2)
})

test('an icon keeps its elements when its parent renders, so that a press in progress still becomes a click', () => {
  const { container, rerender } = render(<Icon name="house" />)
  const pressed = container.querySelector('svg')!
  rerender(<Icon name="house" />)
  expect(pressed).toBeInTheDocument()
})

test('icons are cached with the hour of their arrival, at most 50 entries per storage [S9.10]', async () => {
  iconHost()
  for (let number = 0; number < 55; number++) await loadIcon(`lucide:made-up-${number}`)
  const kept = [window.localStorage, window.sessionStorage].map(stored)
  expect(kept.map(({ length }) => length)).toEqual([50, 5])
  expect(kept[0]![0].cached).toBe(Math.floor(Date.now() / hour))
})

test('the cache under the version key iconify2 is used for 168 hours, and then discarded [S9.10]', async () => {
  window.localStorage.setItem('iconify-version', 'iconify2')
  window.localStorage.setItem('iconify-count', '2')
  window.localStorage.setItem('iconify0', entry('cached-long-ago', 169))
  window.localStorage.setItem('iconify1', entry('cached-recently', 167))
  // As on the next visit: a new instance of the library with the stored cache.
  const fresh = await import(/* @vite-ignore */ `${import.meta.resolve('@iconify/react')}?again`)
  expect([fresh.iconLoaded('lucide:cached-long-ago'), fresh.iconLoaded('lucide:cached-recently')]).toEqual([
    false,
    true,
  ])
  expect(window.localStorage.getItem('iconify0')).toBeNull()
  expect(window.sessionStorage.getItem('iconify-version')).toBe('iconify2')
})
