import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { worstTexts } from '#contract/test/worstTexts.ts'
import { linkParts } from './linkParts.ts'
import { MessageText } from './MessageText.tsx'

const longest = worstTexts(limits.message)
const twiceAsLong = new Map(worstTexts(limits.message * 2))

function timeOf(work: () => void) {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** Compares the shortest of several runs, so that a pause of the machine does not count. */
function growth(shorter: () => void, longer: () => void) {
  let [short, long] = [Infinity, Infinity]
  for (let time = 0; time < 9; time++) {
    short = Math.min(short, timeOf(shorter))
    long = Math.min(long, timeOf(longer))
    // Below 1 ms, the clock and the machine matter more than the text.
    if (long < Math.max(1, short * 3)) return 0
  }
  return long / short
}

function showing(text: string) {
  return () => render(<MessageText text={text} />).unmount()
}

test.each(longest)('finding links in a long run of %s takes time linear in its length', (what, text) => {
  expect(
    growth(
      () => linkParts(text),
      () => linkParts(twiceAsLong.get(what)!),
    ),
  ).toBeLessThan(3)
})

test.each(longest)('showing a message with a long run of %s takes time linear in its length', (what, text) => {
  expect(growth(showing(text), showing(twiceAsLong.get(what)!))).toBeLessThan(3)
})
