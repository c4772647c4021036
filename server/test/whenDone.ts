import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs `end` when the current test is done, or outside a test when all tests of the file are. */
export function whenDone(end: () => Promise<void>) {
  // Vitest never calls an `afterAll` that a test registers.
  if (TestRunner.getCurrentTest()) onTestFinished(end)
  else afterAll(end)
}
