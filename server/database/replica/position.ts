/**
 * A position in the write-ahead log of a PostgreSQL cluster, in bytes. After a failover the same numbers are given out
 * again, in a new timeline.
 */
export type Position = { timeline: number; lsn: bigint }

/** Parses a `pg_lsn`, such as `16/B374D848`. */
export function toLsn(text: string) {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function fromLsn(lsn: bigint) {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`
}

/** `walFile` is the result of `pg_walfile_name`, which begins with the timeline (PostgreSQL, chapter 9.28.3). */
export function toPosition({ lsn, walFile }: { lsn: string; walFile: string }): Position {
  return { timeline: Number.parseInt(walFile.slice(0, 8), 16), lsn: toLsn(lsn) }
}
