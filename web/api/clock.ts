let skew = 0

/** Each answer says what time the server has: a wrong clock on this side must not end a session. */
export function noteServerTime(date: unknown) {
  const time = typeof date === 'string' ? Date.parse(date) : Number(date ?? NaN)
  if (!Number.isNaN(time)) skew = time - Date.now()
}

/** Milliseconds since 1970, as the server counts them. */
export function serverNow() {
  return Date.now() + skew
}
