import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyPart } from './lazyPart.tsx'

interface GreetingProps {
  open: boolean
}

const Greeting = ({ open }: GreetingProps) => open && <p>Hello</p>

test('an opened part whose code fails to load is retried until it arrives', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValueOnce(new Error('Offline'))
  load.mockResolvedValue(Greeting)
  const Lazy = lazyPart(load)
  render(<Lazy open />)
  expect(await screen.findByText('Hello')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
