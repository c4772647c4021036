import Box from '@mui/material/Box'
import { fireEvent, render, screen } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { scrollByKey } from './scrollKeys.ts'

/** A box with a link, and a menu that is its child for React only. Returns how the box was scrolled. */
function openBox() {
  render(
    <Box role="log" onKeyDown={scrollByKey}>
      <a href="/">In the box</a>
      {createPortal(<button>In a menu</button>, document.body)}
    </Box>,
  )
  const scrollBy = vi.fn<Element['scrollBy']>()
  const sizes = { clientHeight: { value: 800 }, scrollHeight: { value: 5000 }, scrollBy: { value: scrollBy } }
  const box = Object.defineProperties(screen.getByRole('log'), sizes)
  box.scrollTop = 2000
  return scrollBy
}

test.each([
  ['PageUp', -700],
  ['PageDown', 700],
  ['Home', -2000],
  ['End', 5000],
])('%s in a thread scrolls it by %s, in one step', (key, top) => {
  const scrollBy = openBox()
  const isLeftToBrowser = fireEvent.keyDown(screen.getByRole('link'), { key })
  expect([isLeftToBrowser, scrollBy.mock.calls]).toEqual([false, [[{ top }]]])
})

test('other keys, shortcuts, and keys in a menu of a message are left to the browser', () => {
  const scrollBy = openBox()
  const [link, menu] = [screen.getByRole('link'), screen.getByRole('button')]
  expect(fireEvent.keyDown(link, { key: 'ArrowUp' })).toBe(true)
  expect(fireEvent.keyDown(link, { key: 'Home', ctrlKey: true })).toBe(true)
  expect(fireEvent.keyDown(menu, { key: 'End' })).toBe(true)
  expect(scrollBy).not.toHaveBeenCalled()
})
