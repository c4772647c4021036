import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { worstTexts } from '#contract/test/worstTexts.ts'
import { linkParts } from './linkParts.ts'
import { MessageText } from './MessageText.tsx'

const longest = worstTexts(limits.message)
/** Quadratic time would grow this much more than linear time does. */
const factor = 8
const muchLonger = new Map(worstTexts(limits.message * factor))

function timeOf(work: () => void) {
  const started = performance.now()
  work()
  return performance.now() - started
}

/**
 * By how much more than the text the time grows: about 1 if it is linear, and `factor` if it is quadratic. Compares the
 * shortest of several runs, so that a pause of the machine does not count.
 */
function growth(work: (text: string) => void, what: string, text: string) {
  let [short, long] = [Infinity, Infinity]
  for (let time = 0; time < 9; time++) {
    short = Math.min(
      short,
      timeOf(() => work(text)),
    )
    long = Math.min(
      long,
      timeOf(() => work(muchLonger.get(what)!)),
    )
    // Below 4 ms, the clock and the machine matter more than the text.
    if (long < Math.max(4, short * factor * 3)) return 1
  }
  return long / short / factor
}

test.each(longest)('finding links in a long run of %s takes time linear in its length', (what, text) => {
  expect(growth(linkParts, what, text)).toBeLessThan(3)
})

test.each(longest)('showing a message with a long run of %s takes time linear in its length', (what, text) => {
  expect(growth((each) => render(<MessageText text={each} />).unmount(), what, text)).toBeLessThan(3)
})
