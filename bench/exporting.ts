const memoryIntervalMs = 250

type Product = { port: number; memory: () => number | undefined }

/** Exports all enquiries of a company, and measures the memory of all processes before and the peak during the export. */
export async function measureExport({ port, memory }: Product, token: string, rows: number) {
  const before = memory()
  let peak = before
  const sampling = setInterval(() => (peak = Math.max(peak ?? 0, memory() ?? 0)), memoryIntervalMs)
  const started = performance.now()
  let bytes = 0
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`http://127.0.0.1:${port}/api/enquiry/export`, { headers })
    if (!response.ok) throw new Error(`The export was refused: ${response.status}`)
    for await (const chunk of response.body!) bytes += chunk.length
  } finally {
    clearInterval(sampling)
  }
  const seconds = Math.round(performance.now() - started) / 1000
  const megabytes = Math.round(bytes / 1_000_000)
  console.log(
    `export of ${rows} enquiries: ${megabytes} MB in ${seconds} s, memory ${before} MB before, ${peak} MB at most`,
  )
  return { rows, megabytes, seconds, memory: { before, most: peak } }
}
