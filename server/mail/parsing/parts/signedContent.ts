import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'

const signedData = '1.2.840.113549.1.7.2'

/** Parts that only prove who wrote the others. */
export const signatureTypes = /^application\/(?:(?:x-)?pkcs7-signature|pgp-signature)$/

/** A part that has the whole mail within it: signed or encrypted. */
export const sealedTypes = /^application\/(?:x-)?pkcs7-mime$/

/** The MIME entity within a part that is signed as a whole (RFC 8551, 3.5.2), or undefined. Nothing checks the signature. */
export function signedContent(bytes: Buffer) {
  const { result } = fromBER(bytes)
  const [type, explicit] = valuesOf(result)
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== signedData) return undefined
  const [signed] = valuesOf(explicit)
  const encapsulated = valuesOf(signed).find((each) => each instanceof Sequence)
  const [content] = valuesOf(valuesOf(encapsulated)[1])
  return content instanceof OctetString ? Buffer.from(content.getValue()) : undefined
}

function valuesOf(block: unknown): unknown[] {
  const values = (block as { valueBlock?: { value?: unknown } } | undefined)?.valueBlock?.value
  return Array.isArray(values) ? values : []
}
