import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi, ok } from '#web/test/fakeApi.ts'
import { enquiry, message, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'

beforeEach(showWholeLists)

/** The Enter that ends a composition: Safari reports it after the composition, other browsers as a part of it. */
const endings = [
  ['Safari', { keyCode: 229 }],
  ['other browsers', { keyCode: 13, isComposing: true }],
] as const

/** Writes Japanese, and confirms the proposed signs with Enter. Returns whether the browser may do what it does with the key. */
function compose(field: HTMLElement, text: string, ending: object) {
  fireEvent.compositionStart(field)
  fireEvent.change(field, { target: { value: text } })
  fireEvent.compositionEnd(field)
  const enter = createEvent.keyDown(field, { key: 'Enter', ...ending })
  fireEvent(field, enter)
  return !enter.defaultPrevented
}

test.each(endings)(
  'the Enter that ends a composition in %s reaches nothing that handles keys',
  async (_browser, ending) => {
    renderPage('/login', fakeApi(), { session: null })
    const email = await screen.findByLabelText(/Email/)
    const handled = vi.fn<() => void>()
    document.addEventListener('keydown', handled)
    onTestFinished(() => document.removeEventListener('keydown', handled))
    expect(compose(email, 'にほん', ending)).toBe(true)
    expect(compose(email, 'にほん', { ...ending, ctrlKey: true })).toBe(true)
    expect(handled).not.toHaveBeenCalled()
    fireEvent.keyDown(email, { key: 'Enter', keyCode: 13 })
    expect(handled).toHaveBeenCalledOnce()
  },
)

test.each(endings)(
  'the Enter that ends a composition in %s sends no comment, and the next one does',
  async (_browser, ending) => {
    const api = fakeApi({ messages: [message(1)] })
    api.answer('POST /chat', () => ok(message(2, 'にほん')))
    const { keys } = renderPage(`/chats/${uuid(101)}`, api)
    const box = await screen.findByPlaceholderText('Write a comment...')
    compose(box, 'にほん', { ...ending, ctrlKey: true })
    compose(box, 'にほんご', { ...ending, metaKey: true })
    expect(box).toHaveValue('にほんご')
    await keys.type(box, '{Control>}{Enter}{/Control}')
    await waitFor(() => expect(api.sent('POST /chat')[0]?.body).toMatchObject({ message: 'にほんご' }))
  },
)

test.each(endings)(
  'the Enter that ends a composition in %s opens nothing from the palette',
  async (_browser, ending) => {
    const { keys } = renderPage('/profile', fakeApi({ enquiries: [enquiry(1, { summery: 'にほん' })] }))
    await screen.findByRole('heading', { name: 'Profile' })
    await waitFor(async () => {
      await keys.keyboard('{Control>}k{/Control}')
      expect(screen.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    })
    const box = screen.getByRole('combobox', { name: 'Go to an enquiry, or do something' })
    compose(box, 'にほん', ending)
    await screen.findByRole('option', { name: 'ENQ-000001 · にほん' })
    expect(compose(box, 'にほん', ending)).toBe(true)
    expect(address()).toBe('/profile')
    await keys.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/enquiry/${uuid(101)}`))
  },
)
