import type { FormChallenge } from './challenge.ts'
import { make } from './element.ts'
import { takeOverErrors } from './fieldErrors.ts'
import type { ImageField } from './imageField.ts'
import type { PageTexts } from './pageTexts.ts'
import type { TypedDraft } from './typedDraft.ts'

type Parts = { images: ImageField; draft: TypedDraft; challenge: FormChallenge; texts: PageTexts; onSent: () => void }

/** Sends the form without leaving the page, so that nothing is lost if it cannot be sent. */
export class Sending {
  readonly #form: HTMLFormElement
  readonly #parts: Parts
  readonly #button: HTMLButtonElement
  readonly #label: string
  readonly #message = make('p', { className: 'error', role: 'alert' })
  #isRunning = false

  constructor(form: HTMLFormElement, parts: Parts) {
    this.#form = form
    this.#parts = parts
    this.#button = form.querySelector<HTMLButtonElement>('button[type=submit]')!
    this.#label = this.#button.textContent
    this.#button.before(this.#message)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run() {
    this.#isRunning = true
    this.#message.textContent = ''
    this.#showProgress(this.#parts.images.hasImages ? this.#parts.texts.preparing : this.#parts.texts.sending)
    try {
      await this.#send()
    } catch {
      this.#message.textContent = this.#parts.texts.noConnection
    }
    this.#isRunning = false
    this.#showProgress('')
  }

  async #send() {
    await this.#parts.challenge.solved()
    const sent = new FormData(this.#form)
    await this.#parts.images.addTo(sent)
    this.#showProgress(this.#parts.texts.sending)
    const response = await fetch(this.#form.action, { method: 'POST', body: sent })
    const page = parsed(await response.text())
    const sentBack = page.querySelector<HTMLFormElement>('form#enquiry')
    if (sentBack) this.#correct(sentBack)
    else if (response.ok) this.#finish(page)
    else this.#message.textContent = reasonIn(page) || this.#parts.texts.failed
  }

  /** The button keeps its focus, which it would lose if it were disabled. */
  #showProgress(text: string) {
    this.#button.textContent = text || this.#label
    this.#button.setAttribute('aria-disabled', String(text !== ''))
  }

  /** Shows the server's errors. Texts and images stay; hidden values and the challenge are the new ones. */
  #correct(sentBack: HTMLFormElement) {
    const summary = takeOverErrors(this.#form, sentBack)
    const unseen = sentBack.querySelector('#unseen-fields')
    if (unseen) this.#form.querySelector('#unseen-fields')?.replaceWith(document.adoptNode(unseen))
    if (sentBack.dataset.challenge) this.#form.dataset.challenge = sentBack.dataset.challenge
    else delete this.#form.dataset.challenge
    this.#parts.challenge.restart()
    if (summary) summary.focus()
    else this.#message.textContent = this.#parts.texts.failed
  }

  #finish(page: Document) {
    this.#parts.draft.forget()
    document.title = page.title
    document.querySelector('main')!.replaceWith(document.adoptNode(page.querySelector('main')!))
    document.querySelector<HTMLElement>('main h1')?.focus()
    this.#parts.onSent()
  }
}

/** Without its styles: their nonce is not that of this page, whose policy would refuse them. */
function parsed(html: string) {
  return new DOMParser().parseFromString(html.replaceAll(/<style.*?<\/style>/gs, ''), 'text/html')
}

/** The text of a page of the server, such as that too many messages arrive. */
function reasonIn(page: Document) {
  return page.querySelector('.outcome h1 ~ p')?.textContent
}
