import { yieldToEventLoop } from '#server/yieldToEventLoop.ts'
import { byteOrderMark, toCsvLine } from './csv.ts'
import type { ReadImport } from './parseImport.ts'

/** The refused rows below the headings of their file, each after a cell that says what to fix. */
export async function* refusedRows({ refused, report }: ReadImport) {
  yield byteOrderMark + toCsvLine(['To fix', ...report.headings])
  for (const { cells, errors } of refused) {
    await yieldToEventLoop()
    yield toCsvLine([Object.values(errors).join('. '), ...cells])
  }
}
