let skew = 0

/** Every response has the server's time, so that a wrong clock on this device does not end a session. */
export function noteServerTime(date: unknown) {
  const time = typeof date === 'string' ? Date.parse(date) : Number(date ?? NaN)
  if (!Number.isNaN(time)) skew = time - Date.now()
}

/** The server's time, in milliseconds since 1970. */
export function serverNow() {
  return Date.now() + skew
}
