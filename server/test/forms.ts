export type FormFile = { name: string; bytes: Buffer; field: string }

/** A `multipart/form-data` body, as a browser encodes it, and its content type. */
export async function formOf(fields: Record<string, string>, files: FormFile[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, bytes, field } of files) form.append(field, new Blob([new Uint8Array(bytes)]), name)
  const encoded = new Response(form)
  return { payload: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type')! }
}
