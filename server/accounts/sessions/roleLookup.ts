import type { Role } from '#contract/accounts.ts'
import { findRoles } from '#server/accounts/accountStore.ts'
import type { Db } from '#server/database/database.ts'
import type { TokenHolder } from './accessTokens.ts'

type PendingLookup = {
  holder: TokenHolder
  resolve: (role: Role | undefined) => void
  reject: (error: unknown) => void
}

/** Every request begins with this lookup, so one query serves all requests that arrive in the same tick. */
export class RoleLookup {
  #pending: PendingLookup[] = []

  constructor(private readonly db: Db) {}

  /** The current role of the token holder; undefined once the session has ended. */
  find(holder: TokenHolder): Promise<Role | undefined> {
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
      const roles = await findRoles(this.db, holders)
      for (const { holder, resolve } of lookups) resolve(roles.get(holder.sessionId))
    } catch (error) {
      for (const { reject } of lookups) reject(error)
    }
  }
}
