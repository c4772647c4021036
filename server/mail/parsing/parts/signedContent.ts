import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { limits } from '#contract/limits.ts'

const signedData = '1.2.840.113549.1.7.2'
/** Mail programs write signed content in pieces of a kilobyte or less. */
const ber = { parseEmbedded: false, maxNodes: 200_000, maxContentLength: limits.incoming.bytes }

/** Whether a part only proves who wrote the others. A person may also send the signature of a document. */
export function isSignature(type: string, name: string | false | undefined) {
  const proves = /^application\/(?:(?:x-)?pkcs7-signature|pgp-signature)$/.test(type)
  return proves && (!name || /^(?:smime\.p7s|signature\.asc|openpgp_[\w.]+)$/i.test(name))
}

/** Whether a part may be a whole mail, signed or encrypted. A signed document has a name of its own. */
export function isSealedMail(type: string, name: string | false | undefined) {
  return /^application\/(?:x-)?pkcs7-mime$/.test(type) && (!name || /^smime\.p7m$/i.test(name))
}

/** The mail within a part that is signed as a whole (RFC 8551, 3.5.2), or undefined. Nothing checks the signature. */
export function signedContent(bytes: Buffer) {
  const { result } = fromBER(bytes, ber)
  const [type, explicit] = valuesOf(result)
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== signedData) return undefined
  const [signed] = valuesOf(explicit)
  const encapsulated = valuesOf(signed).find((each) => each instanceof Sequence)
  const [content] = valuesOf(valuesOf(encapsulated)[1])
  const mail = content instanceof OctetString ? Buffer.from(content.getValue()) : undefined
  return mail && /^\s*(?:content-|mime-version)/i.test(mail.toString('latin1', 0, 100)) ? mail : undefined
}

function valuesOf(block: unknown): unknown[] {
  const values = (block as { valueBlock?: { value?: unknown } } | undefined)?.valueBlock?.value
  return Array.isArray(values) ? values : []
}
