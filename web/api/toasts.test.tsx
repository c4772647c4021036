import Dialog from '@mui/material/Dialog'
import { act, render, screen } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '#web/components/notices/Toasts.tsx'
import { shownToasts, toastElements } from '#web/test/toasts.ts'
import { AppTheme } from '#web/theme/AppTheme.tsx'
import { dismissToast, toastCustom, toastError, toastSuccess } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <AppTheme>
      <Toasts />
    </AppTheme>,
  )
})

/** After the toast's duration, and the second that it takes to disappear. */
async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

const kinds = [
  ['success', () => toastSuccess('Told'), 2000],
  ['error', () => toastError('Told'), 4000],
  ['blank', () => toast('Told'), 4000],
  ['custom', () => toast.custom(<output>Told</output>), 4000],
] as const

for (const [kind, tell, duration] of kinds) {
  test(`a ${kind} toast stays ${duration} ms [S9.9]`, async () => {
    act(() => void tell())
    await pass(duration - 100)
    expect(shownToasts()).toEqual(['Told'])
    await pass(200)
    await pass(1100)
    expect(shownToasts()).toEqual([])
  })
}

test('a loading toast stays until it is dismissed [S9.9]', async () => {
  act(() => void toast.loading('Told'))
  await pass(600_000)
  expect(shownToasts()).toEqual(['Told'])
})

test('at most the 20 newest toasts are shown [S9.9]', async () => {
  act(() => {
    for (let index = 1; index <= 25; index++) toastError(`Error ${index}`)
  })
  await pass(10)
  expect(shownToasts()).toHaveLength(20)
  expect(shownToasts()[0]).toBe('Error 25')
})

test('screen readers hear a toast beside an open dialog, too [S2.27] [S8.1]', async () => {
  render(<Dialog open>Invite a colleague</Dialog>)
  act(() => toastError('This address is already invited'))
  await pass(10)
  expect(screen.getByRole('alert')).toHaveTextContent('This address is already invited')
})

test('toasts appear at the top centre [S2.27]', async () => {
  act(() => toastSuccess('Told'))
  await pass(10)
  const [place] = toastElements()
  expect(place?.style.justifyContent).toBe('center')
  expect(place?.style.top).toBe('0px')
})

test('a toast that replaces a dismissed one of the same name stays while that one disappears', async () => {
  act(() => toastCustom('undo', <output>First</output>, 'First'))
  act(() => dismissToast('undo'))
  act(() => toastCustom('undo', <output>Second</output>, 'Second'))
  await pass(1500)
  expect(shownToasts()).toEqual(['Second'])
})
