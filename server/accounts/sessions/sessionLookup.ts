import type { Role } from '#contract/accounts/roles.ts'
import type { TokenHolder } from './accessTokens.ts'

/** The permissions of a request's session; the events are those of its `Actor`. */
export type Standing = { role: Role; lastEvent: number; lastShownEvent: number }

type FindStandings = (holders: TokenHolder[]) => Promise<Map<string, Standing>>

type PendingLookup = {
  holder: TokenHolder
  resolve: (standing: Standing | undefined) => void
  reject: (error: unknown) => void
}

/** Every request begins with this lookup, so one query serves all requests that arrive in the same tick. */
export class SessionLookup {
  #pending: PendingLookup[] = []

  /** `findStandings` returns those of sessions that have not ended, by session id. */
  constructor(private readonly findStandings: FindStandings) {}

  /** The current standing of the token holder; undefined once the session has ended. */
  find(holder: TokenHolder): Promise<Standing | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) setImmediate(() => void this.#flush())
      this.#pending.push({ holder, resolve, reject })
    })
  }

  async #flush() {
    const lookups = this.#pending
    this.#pending = []
    const holders = lookups.map(({ holder }) => holder)
    try {
      const standings = await this.findStandings(holders)
      for (const { holder, resolve } of lookups) resolve(standings.get(holder.sessionId))
    } catch (error) {
      for (const { reject } of lookups) reject(error)
    }
  }
}
