import type { Progress } from '#server/moving/moveRows.ts'

const pauseMs = 10_000
/** The parts of the time that copying and comparing take. In between, PostgreSQL builds the indexes. */
const [copying, comparing] = [0.5, 0.2]

/** Reports every ten seconds how far the copy of so many rows is, and about how long the rest takes. */
export function copyProgress(rows: number, report: (line: string) => void, now = () => performance.now()): Progress {
  const say = timeLeft(report, now)
  // A few rows more than counted are copied, such as those of the migrations.
  const share = (passed: number) => (rows === 0 ? 1 : Math.min(1, passed / rows))
  let [copied, compared] = [0, 0]
  return {
    onCopied(more) {
      copied += more
      say('Copying', copying * share(copied))
    },
    onCompared(more) {
      compared += more
      say('Comparing every row', 1 - comparing + comparing * share(compared))
    },
  }
}

/** Returns a function that reports, at most every ten seconds, how far a step is and about how long the rest of the work takes. */
export function timeLeft(report: (line: string) => void, now = () => performance.now()) {
  const startedAt = now()
  let reportedAt = startedAt
  return (step: string, done: number) => {
    if (done === 0 || now() - reportedAt < pauseMs) return
    reportedAt = now()
    const left = ((now() - startedAt) * (1 - done)) / done
    report(`${step}: ${Math.floor(done * 100)} %, ${describe(left)} left …`)
  }
}

function describe(ms: number) {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`
}
