import { afterEach, expect, test, vi } from 'vitest'
import { fetchCode } from '#web/api/fetchCode.ts'

const stopped = new TypeError('error loading dynamically imported module')

afterEach(() => window.dispatchEvent(new Event('pageshow')))

test.each(['beforeunload', 'pagehide'])(
  'code that the browser stops loading at %s, because the person leaves, is no failure, and is loaded if they stay [S2.10]',
  async (left) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(stopped).mockResolvedValue('the code')
    window.dispatchEvent(new Event(left))
    const loaded = fetchCode(load)
    const settled = vi.fn<() => void>()
    void loaded.finally(settled)
    await vi.waitFor(() => expect(load).toHaveBeenCalled())
    await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('pageshow'))
    expect(await loaded).toBe('the code')
    expect(printed).not.toHaveBeenCalled()
  },
)

test('code that is missing is a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(fetchCode(() => Promise.reject(stopped))).rejects.toMatchObject({ code: 'unreachable' })
})
