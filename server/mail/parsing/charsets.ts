import iconv from 'iconv-lite'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Most senders mean the superset of what they declare, and browsers read it so (WHATWG Encoding, section 4.2). */
const supersets: Record<string, string> = {
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'iso-8859-8-i': 'iso-8859-8',
  'ks_c_5601-1987': 'cp949',
  'euc-kr': 'cp949',
}

/** Declared by programs that did not choose a charset. */
const undeclared = new Set(['', 'utf-8', 'utf8', 'ascii', 'us-ascii'])

/** These encode bytes, but iconv-lite offers them among its charsets. */
const notCharsets = new Set(['base64', 'hex'])

/** Decodes a text in the charset that it declares. If there is none, or it is unknown or wrong, the charset is guessed. */
export function decodeText(bytes: Buffer, declared: string | undefined) {
  const charset = declared?.trim().toLowerCase() ?? ''
  return (undeclared.has(charset) ? undefined : decode(bytes, charset)) ?? guess(bytes)
}

function decode(bytes: Buffer, charset: string) {
  const name = supersets[charset] ?? charset
  try {
    if (iconv.encodingExists(name) && !notCharsets.has(name)) return iconv.decode(bytes, name)
    // Node knows some that iconv-lite does not, such as ISO-2022-JP.
    return new TextDecoder(name).decode(bytes)
  } catch {
    return undefined
  }
}

/** A text in another charset is almost never valid UTF-8 by accident. */
function guess(bytes: Buffer) {
  const isJapanese = bytes.includes('\u001b$')
  if (isJapanese) return new TextDecoder('iso-2022-jp').decode(bytes)
  try {
    return strictUtf8.decode(bytes)
  } catch {
    const text = bytes.toString('utf8')
    // A text that breaks off within a character is still UTF-8.
    const valid = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
    const invalid = text.match(/\ufffd/g)?.length ?? 0
    return valid > invalid ? text : iconv.decode(bytes, 'windows-1252')
  }
}
