import { setMaxListeners } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { requireUsable } from '#server/database/connecting/requireUsable.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { type Db, openDatabases } from '#server/database/database.ts'
import { within } from '#server/database/timeLimit.ts'
import { PollingLoop } from '#server/scheduling/pollingLoop.ts'
import { Outdated, type Primary, readPrimary, readReplayed, requireCurrent, UnsuitableReplica } from './cluster.ts'
import type { Position } from './position.ts'
import { readingPools, type ReadPools } from './readingPools.ts'

const pollIntervalMs = 500
/** A replica that does not respond for this long counts as lost, and its queries run on the primary. */
const responseMs = 2000
/** How long a request waits to learn whether the replica has caught up. */
const catchUpMs = 50

/** The connections to a replica that responds, and how far it is known to have replayed the log. */
type Link = {
  pools: ReturnType<typeof openDatabases>
  lost: AbortController
  replayed: bigint
  asking: Promise<unknown> | undefined
}

export type Reading = ReadPools & { replica: Replica | undefined }

/** The pools for a caller's lists, searches and exports. */
export async function readPoolsFor({ db, searchDb, replica }: Reading, { mustSee }: { mustSee?: Position }) {
  const primary: ReadPools = { db, searchDb }
  return replica && mustSee ? replica.poolsFor(primary, mustSee) : primary
}

/** Opens a replica of `primaryDb`, after its migrations. It is used once `watch` has found it. */
export async function openReplica(connection: Connection, max: number, primaryDb: Db) {
  return new Replica(connection, max, await readPrimary(primaryDb))
}

/** A replica that may be away, behind, or no replica at all: then reads go to the primary, and nothing waits for it. */
export class Replica extends PollingLoop {
  #link: Link | undefined
  /** 'used', or why it is not; undefined before the first look at it. */
  #state: string | undefined
  #log: Pick<FastifyBaseLogger, 'info' | 'warn'> | undefined

  constructor(
    private readonly connection: Connection,
    private readonly max: number,
    private readonly primary: Primary,
  ) {
    super(pollIntervalMs)
  }

  /** Looks for the replica from now on. */
  watch(log: Pick<FastifyBaseLogger, 'info' | 'warn'>) {
    this.#log = log
    this.start()
  }

  override async stop() {
    await super.stop()
    await this.#close()
  }

  /** How far the replica has replayed the log of the primary, as of at most half a second ago; undefined while it is not used. */
  get replayed() {
    return this.#link && this.#state === 'used' ? this.#link.replayed : undefined
  }

  /** Pools that read from the replica if it has replayed `mustSee`, else `primary`. */
  async poolsFor(primary: ReadPools, mustSee: Position): Promise<ReadPools> {
    const link = this.#link
    if (!link) return primary
    // Sessions do not know what migrations and restores wrote before this server started.
    const floor = this.primary.position.lsn
    const needed = { ...mustSee, lsn: mustSee.lsn > floor ? mustSee.lsn : floor }
    if (!(await this.#hasReplayed(link, needed.lsn))) return primary
    return readingPools(link.pools, primary, {
      requireCurrent: (tx) => requireCurrent(tx, this.primary, needed),
      onFailure: (error) => this.#noteFailure(error),
      lost: link.lost.signal,
    })
  }

  protected async tryNext() {
    try {
      this.#link ??= await this.#connect()
      await within(responseMs, 'It', this.#ask(this.#link))
      this.#noteUse()
    } catch (error) {
      this.#noteFault(error as Error)
      await this.#close()
    }
    return false
  }

  async #connect(): Promise<Link> {
    const connection = await requireUsable(this.connection, 'READ_DATABASE_URL')
    const lost = new AbortController()
    // Each query in progress listens.
    setMaxListeners(0, lost.signal)
    return { pools: openDatabases(connection, this.max, 'replica '), lost, replayed: 0n, asking: undefined }
  }

  /** Requests that ask at the same time share one query. */
  async #ask(link: Link) {
    link.asking ??= readReplayed(link.pools.guardDb, this.primary)
      .then((replayed) => (link.replayed = replayed))
      .finally(() => (link.asking = undefined))
    await link.asking
  }

  async #hasReplayed(link: Link, lsn: bigint) {
    if (link.replayed < lsn) await within(catchUpMs, 'It', this.#ask(link)).catch(() => this.wake())
    return link.replayed >= lsn
  }

  #noteUse() {
    if (this.#state !== 'used') this.#log?.info('lists, searches and exports are read from the replica')
    this.#state = 'used'
  }

  /** While a replica is away, each attempt may fail in another way, which is not worth another line. */
  #noteFault(error: Error) {
    const state = error instanceof UnsuitableReplica ? error.message : 'away'
    if (this.#state !== state)
      this.#log?.warn(
        { reason: error.message },
        'lists, searches and exports are read from the primary: the replica cannot be used',
      )
    this.#state = state
  }

  #noteFailure(error: unknown) {
    if (!(error instanceof Outdated))
      this.#log?.info({ err: error }, 'a query failed on the replica and runs on the primary')
    this.wake()
  }

  /** Queries in progress fail, and run on the primary. */
  async #close() {
    const link = this.#link
    this.#link = undefined
    link?.lost.abort()
    await link?.pools.closeDatabases({ timeout: 0 })
  }
}
