import type { Role } from '#contract/accounts.ts'
import { findRoles } from '#server/accounts/accountStore.ts'
import type { Db } from '#server/database/database.ts'
import type { TokenHolder } from './accessTokens.ts'

type Asking = {
  holder: TokenHolder
  resolve: (role: Role | undefined) => void
  reject: (error: unknown) => void
}

/** Every request begins with this question: those that come at the same moment are answered by one query. */
export class RoleLookup {
  #asking: Asking[] = []

  constructor(private readonly db: Db) {}

  /** The role of whoever holds the token, as it is now; undefined once the session has ended. */
  find(holder: TokenHolder): Promise<Role | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#asking.length === 0) setImmediate(() => void this.#ask())
      this.#asking.push({ holder, resolve, reject })
    })
  }

  async #ask() {
    const asking = this.#asking
    this.#asking = []
    const holders = asking.map(({ holder }) => holder)
    try {
      const roles = await findRoles(this.db, holders)
      for (const { holder, resolve } of asking) resolve(roles.get(holder.sessionId))
    } catch (error) {
      for (const { reject } of asking) reject(error)
    }
  }
}
