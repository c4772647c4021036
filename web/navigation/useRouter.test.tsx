import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { useRouter } from './useRouter.ts'

function startAt(...entries: string[]) {
  const router: { current?: ReturnType<typeof createMemoryRouter> } = {}
  const wrapper = ({ children }: { children: ReactNode }) => {
    router.current ??= createMemoryRouter([{ path: '*', element: children }], { initialEntries: entries })
    return <RouterProvider router={router.current} />
  }
  const { result } = renderHook(() => useRouter(), { wrapper })
  return { moves: result, router: () => router.current! }
}

test('one hook reads the path, goes back and forward, pushes and replaces [S2.29]', async () => {
  const { moves, router } = startAt('/one', '/two')
  const go = async (move: () => void | Promise<void>) => {
    await act(async () => move())
    return moves.current.path
  }
  expect(moves.current.path).toBe('/two')
  expect(await go(() => moves.current.back())).toBe('/one')
  expect(await go(() => moves.current.forward())).toBe('/two')
  expect(await go(() => moves.current.push('/three'))).toBe('/three')
  expect(await go(() => moves.current.replace('/four'))).toBe('/four')
  expect(await go(() => moves.current.back())).toBe('/two')
  const navigate = vi.spyOn(router(), 'navigate')
  await go(() => moves.current.refresh())
  expect(navigate).toHaveBeenCalledWith(0)
})
