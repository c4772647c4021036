import { expect, test } from 'vitest'
import { copyProgress } from './copyProgress.ts'

test('a long update says how far it is, and how long the rest takes, every ten seconds [D13.2]', () => {
  const reports: string[] = []
  let now = 0
  const { onCopied, onCompared } = copyProgress(
    1000,
    (line) => reports.push(line),
    () => now,
  )
  for (let step = 0; step < 10; step++) {
    now += 6000
    onCopied(100)
  }
  now += 60_000
  for (let step = 0; step < 4; step++) {
    now += 6000
    onCompared(250)
  }
  expect(reports).toEqual([
    'Copying: 10 %, about 2 minutes left …',
    'Copying: 20 %, about 2 minutes left …',
    'Copying: 30 %, about a minute left …',
    'Copying: 40 %, about a minute left …',
    'Copying: 50 %, about a minute left …',
    'Comparing every row: 85 %, less than a minute left …',
    'Comparing every row: 95 %, less than a minute left …',
  ])
})
