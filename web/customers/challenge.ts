import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Does the work that the server asks for when many forms arrive, and puts the proof into a hidden field. */
export class FormChallenge {
  readonly #form: HTMLFormElement
  #work: Promise<void> | undefined

  /** Begins when the form is first touched, so that the work is done before the form is sent. */
  constructor(form: HTMLFormElement) {
    this.#form = form
    form.addEventListener('focusin', () => void this.solved(), { once: true })
  }

  /** Resolves when the form has its proof, or cannot have one. Without it, the company looks at the enquiry first. */
  solved() {
    this.#work ??= this.#solve()
    return this.#work
  }

  /** The server has sent back the form, with a new challenge or none. */
  restart() {
    this.#work = undefined
    void this.solved()
  }

  async #solve() {
    const json = this.#form.dataset.challenge
    // Browsers derive keys only on pages with HTTPS, and on the same machine.
    if (!json || !globalThis.crypto?.subtle) return
    try {
      const challenge = JSON.parse(json) as Challenge
      const solution = await solveChallenge({ challenge, deriveKey })
      const field = this.#form.querySelector<HTMLInputElement>('input[name=altcha]')
      if (field && solution) field.value = btoa(JSON.stringify({ challenge, solution }))
    } catch {
      // The form can be sent without it.
    }
  }
}
