import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyPart } from './lazyPart.tsx'
import { whenIdle } from './whenIdle.ts'

interface GreetingProps {
  open: boolean
}

const Greeting = ({ open }: GreetingProps) => open && <p>Hello</p>

test('a part is rendered from when it is first opened, though its code arrives before', async () => {
  const rendered = vi.fn<typeof Greeting>(Greeting)
  const load = vi.fn<() => Promise<typeof Greeting>>().mockResolvedValue(rendered)
  const Lazy = lazyPart(load)
  const { rerender } = render(<Lazy open={false} />)
  await waitFor(() => expect(load).toHaveBeenCalled())
  await act(async () => {})
  expect(rendered).not.toHaveBeenCalled()
  rerender(<Lazy open />)
  expect(await screen.findByText('Hello')).toBeVisible()
  rerender(<Lazy open={false} />)
  expect(screen.queryByText('Hello')).toBeNull()
  expect(rendered.mock.lastCall![0]).toEqual({ open: false })
})

test('the code of a part that the next click cannot open is fetched when it is opened', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>().mockResolvedValue(Greeting)
  const Lazy = lazyPart(load)
  const { rerender } = render(<Lazy open={false} isNear={false} />)
  await new Promise<void>((idle) => void whenIdle(idle))
  expect(load).not.toHaveBeenCalled()
  rerender(<Lazy open isNear={false} />)
  expect(await screen.findByText('Hello')).toBeVisible()
})

test('an opened part whose code fails to load is retried until it arrives', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValueOnce(new Error('Offline'))
  load.mockResolvedValue(Greeting)
  const Lazy = lazyPart(load)
  render(<Lazy open />)
  expect(await screen.findByText('Hello')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
