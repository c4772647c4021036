import type { FastifyRequest } from 'fastify'
import type { Role } from '#contract/accounts/roles.ts'
import { activeSessions } from '#server/accounts/accountStore.ts'
import type { Db } from '#server/database/database.ts'
import { type Position, toLsn, toPosition } from '#server/database/replica/position.ts'
import type { App } from '#server/http/app.ts'
import type { TokenHolder } from './accessTokens.ts'
import type { Standing } from './sessionLookup.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isMarked: boolean
  }
}

/** No request writes for longer: what is left after this time is that of a server that was killed. */
const longestWrite = '1 hour'
const maxCompanies = 10_000

type SessionKey = Pick<TokenHolder, 'companyId' | 'sessionId'>

type SessionRow = {
  id: string
  role: Role
  isWriting: boolean
  lastWrite: string | null
  followsEvents: boolean
  lastEvent: number | null
  lsn: string
  walFile: string
}

/**
 * Keeps how much a replica must have replayed before a session may read from it: the session's last write and, once it
 * has received live events, its company's last event.
 */
export class SessionMarks {
  /** For each company the number of its last event, and a position at which that event had been committed. */
  readonly #events = new Map<string, { no: number; lsn: bigint }>()
  /** Sessions whose last write is being set. */
  readonly #settling = new Set<string>()

  constructor(
    private readonly db: Db,
    private readonly guardDb: Db,
  ) {}

  /** The standings of these token holders, by session id. Ended sessions are missing from the map. */
  async find(holders: TokenHolder[]): Promise<Map<string, Standing>> {
    const { guardDb: db } = this
    const marks = db`
      , writes_in_progress > 0 and write_began_at > now() - ${longestWrite}::interval as is_writing,
      case when writes_in_progress = 0 then last_write end as last_write, follows_events`
    const rows = await db<SessionRow[]>`
      select s.id, u.role, s.is_writing, s.last_write, s.follows_events, c.last_no as last_event,
        pg_current_wal_insert_lsn() as lsn, pg_walfile_name(pg_current_wal_insert_lsn()) as wal_file
      from ${activeSessions(db, holders, marks)}
      left join lateral (select last_no from event_counter where company_id = held.company_id limit 1) c on true`
    const companies = new Map(holders.map(({ sessionId, companyId }) => [sessionId, companyId]))
    return new Map(
      rows.map((row) => {
        const key = { companyId: companies.get(row.id)!, sessionId: row.id }
        return [row.id, { role: row.role, mustSee: this.#mustSee(key, row) }]
      }),
    )
  }

  /** Undefined while the session writes: nobody can know yet what its reads must contain. */
  #mustSee(key: SessionKey, row: SessionRow): Position | undefined {
    if (row.isWriting) return undefined
    const now = toPosition(row)
    const lastWrite = row.lastWrite === null ? undefined : toLsn(row.lastWrite)
    // A restored backup has positions of the cluster it came from.
    if (lastWrite === undefined || lastWrite > now.lsn) {
      void this.#settle(key)
      return now
    }
    if (!row.followsEvents) return { ...now, lsn: lastWrite }
    const lastEvent = this.#positionOf(key.companyId, row.lastEvent ?? 0, now.lsn)
    return { ...now, lsn: lastWrite > lastEvent ? lastWrite : lastEvent }
  }

  /** `lsn` is a position after the company's event `no`. The first one that was seen is the lowest. */
  #positionOf(companyId: string, no: number, lsn: bigint) {
    const known = this.#events.get(companyId)
    if (known?.no === no && known.lsn <= lsn) return known.lsn
    if (this.#events.size >= maxCompanies) this.#events.clear()
    this.#events.set(companyId, { no, lsn })
    return lsn
  }

  /** Sets the last write of a session of which it is not known. Until it is set, its reads must contain everything. */
  async #settle({ companyId, sessionId }: SessionKey) {
    if (this.#settling.has(sessionId)) return
    this.#settling.add(sessionId)
    const { db } = this
    await db`
      update session set writes_in_progress = 0, last_write = pg_current_wal_insert_lsn()
      where company_id = ${companyId} and id = ${sessionId} and ${withoutWaiting(db)}
        and case when writes_in_progress = 0 then last_write is null or last_write > pg_current_wal_insert_lsn()
          else write_began_at <= now() - ${longestWrite}::interval end`.catch(() => undefined)
    this.#settling.delete(sessionId)
  }

  /** Call this before the session writes. */
  async beginWrite({ companyId, sessionId }: SessionKey) {
    const { db } = this
    await db`
      update session set writes_in_progress = writes_in_progress + 1, write_began_at = now()
      where company_id = ${companyId} and id = ${sessionId} and ${withoutWaiting(db)}`
  }

  /** Call this once the write is committed or has failed, before the response. */
  async endWrite({ companyId, sessionId }: SessionKey) {
    const { db } = this
    await db`
      update session set writes_in_progress = greatest(writes_in_progress - 1, 0), last_write = pg_current_wal_insert_lsn()
      where company_id = ${companyId} and id = ${sessionId} and ${withoutWaiting(db)}`
  }

  /** Everything that is committed by now counts as the session's own write. */
  async noteCommitted({ companyId, sessionId }: SessionKey) {
    const { db } = this
    await db`
      update session set last_write = pg_current_wal_insert_lsn()
      where company_id = ${companyId} and id = ${sessionId} and ${withoutWaiting(db)}`
  }

  /** Call this before the session receives live events. */
  async follow({ companyId, sessionId }: SessionKey) {
    const { db } = this
    await db`
      update session set follows_events = true
      where company_id = ${companyId} and id = ${sessionId} and not follows_events and ${withoutWaiting(db)}`
  }
}

/**
 * A condition that is always true, and commits without waiting for the disk. After a crash of the database the mark of a
 * write that was committed is there, because the log is written in order; one of a later moment may be lost.
 */
function withoutWaiting(db: Db) {
  return db`set_config('synchronous_commit', 'off', true) = 'off'`
}

/** Marks the sessions of all routes of `app`. */
export function markSessions(app: App, marks: SessionMarks) {
  app.decorateRequest('isMarked', false)
  app.addHook('preHandler', async (request) => {
    const { actor, routeOptions } = request
    if (!actor) return
    if (routeOptions.config.reports === 'events') await marks.follow(actor)
    if (!mayWrite(request)) return
    await marks.beginWrite(actor)
    request.isMarked = true
  })
  app.addHook('onSend', async ({ actor, routeOptions, isMarked, log }) => {
    const isReport = routeOptions.config.reports === 'jobs'
    if (!actor || (!isMarked && !isReport)) return
    // Without its end, the write counts as one in progress, so the session reads from the primary.
    await (isMarked ? marks.endWrite(actor) : marks.noteCommitted(actor)).catch((error: unknown) =>
      log.warn({ err: error }, 'a session reads from the primary, because its last write could not be marked'),
    )
  })
}

function mayWrite({ method, routeOptions }: FastifyRequest) {
  return method !== 'GET' && method !== 'HEAD' && !routeOptions.config.isTransient
}
