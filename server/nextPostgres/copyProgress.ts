import type { Progress } from '#server/moving/moveRows.ts'

const pauseMs = 10_000
/** The parts of the time that copying and comparing take. In between, PostgreSQL builds the indexes. */
const [copying, comparing] = [0.5, 0.2]

/** Reports every ten seconds how far the copy of so many rows is, and about how long the rest takes. */
export function copyProgress(rows: number, report: (line: string) => void, now = () => performance.now()): Progress {
  const startedAt = now()
  let reportedAt = startedAt
  const counted = { copied: 0, compared: 0 }
  const say = () => {
    if (now() - reportedAt < pauseMs) return
    reportedAt = now()
    const isComparing = counted.compared > 0
    const done = isComparing ? 1 - comparing + (comparing * counted.compared) / rows : (copying * counted.copied) / rows
    const left = ((now() - startedAt) * (1 - done)) / done
    report(`${isComparing ? 'Comparing every row' : 'Copying'}: ${Math.floor(done * 100)} %, ${describe(left)} left …`)
  }
  return {
    onCopied(more) {
      counted.copied += more
      say()
    },
    onCompared(more) {
      counted.compared += more
      say()
    },
  }
}

function describe(ms: number) {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`
}
