/** How often the memory is looked at, in milliseconds. */
const lookEvery = 250

type Product = { port: number; memory: () => number | undefined }

/** An export of all that a company has, with the megabytes of all processes before it and at most during it. */
export async function measureExport({ port, memory }: Product, token: string, rows: number) {
  const before = memory()
  let most = before
  const looking = setInterval(() => (most = Math.max(most ?? 0, memory() ?? 0)), lookEvery)
  const started = performance.now()
  let bytes = 0
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`http://127.0.0.1:${port}/api/enquiry/export`, { headers })
    if (!response.ok) throw new Error(`The export was refused: ${response.status}`)
    for await (const part of response.body!) bytes += part.length
  } finally {
    clearInterval(looking)
  }
  const seconds = Math.round(performance.now() - started) / 1000
  const megabytes = Math.round(bytes / 1_000_000)
  console.log(
    `export of ${rows} enquiries: ${megabytes} MB in ${seconds} s, memory ${before} MB before, ${most} at most`,
  )
  return { rows, megabytes, seconds, memory: { before, most } }
}
