import type { ChildProcessWithoutNullStreams } from 'node:child_process'

/** Resolves with what a server has printed once it is ready. Fails with it if the server ends instead. */
export function untilReady(child: ChildProcessWithoutNullStreams) {
  let output = ''
  return new Promise<string>((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        output += text.toString()
        if (output.includes('Ready at')) done(output)
      })
    }
    child.once('exit', () => fail(new Error(output)))
  })
}
