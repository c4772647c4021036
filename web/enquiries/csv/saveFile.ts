/** Saves a file on the person's device, as a download. */
export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // By then the browser has started the download.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The name that the server gives a file in `Content-Disposition`. */
export function nameOf({ headers }: Response) {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'enquiries.csv'
}
