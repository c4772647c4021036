import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { latePart } from './latePart.tsx'

interface GreetingProps {
  name: string
}

const Greeting = ({ name }: GreetingProps) => <p>Hello, {name}</p>

test('a late part is fetched once the page is idle, and retried until it arrives', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValueOnce(new Error('Offline'))
  load.mockResolvedValue(Greeting)
  const Late = latePart(load)
  render(<Late name="Ada" />)
  expect(load).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(load).toHaveBeenCalledOnce()
  expect(screen.queryByText('Hello, Ada')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByText('Hello, Ada')).toBeVisible()
})

test('a late part that was fetched before the page is there at once', async () => {
  const Late = latePart(() => Promise.resolve(Greeting))
  await Late.fetch()
  render(<Late name="Ada" />)
  expect(screen.getByText('Hello, Ada')).toBeVisible()
})

test('a late part that could not be fetched before the page is retried', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValueOnce(new Error('Offline'))
  load.mockResolvedValue(Greeting)
  const Late = latePart(load)
  await expect(Late.fetch()).rejects.toMatchObject({ code: 'unreachable' })
  render(<Late name="Ada" />)
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(screen.getByText('Hello, Ada')).toBeVisible()
})
