interface SentFile {
  name: string
  content: Blob
}

/** Sends files as form data. Base64 in JSON would be a third longer, and in memory several times over. */
export function fileForm(fields: object, name: string, files: SentFile[]) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, value)
  for (const file of files) form.append(name, file.content, file.name)
  return form
}

/** The error of the server about one of the files. */
export function fileError(name: string, index: number, errors: Record<string, string>) {
  return Object.entries(errors).find(([path]) => path.startsWith(`${name}.${index}.`))?.[1]
}
