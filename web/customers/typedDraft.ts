import { make } from './element.ts'
import type { PageTexts } from './pageTexts.ts'

const fields = ['enquiryType', 'summery', 'description', 'name', 'email']

/** Keeps what is typed until it is sent, also through a reload. Inside another website there may be no storage. */
export class TypedDraft {
  readonly #key = `enquiry-form ${location.pathname}`
  readonly #form: HTMLFormElement

  constructor(form: HTMLFormElement, texts: PageTexts) {
    this.#form = form
    this.#restore(texts)
    form.addEventListener('input', () => this.#save())
  }

  forget() {
    try {
      localStorage.removeItem(this.#key)
    } catch {
      // Nothing was kept.
    }
  }

  #restore(texts: PageTexts) {
    const kept = this.#read()
    // The text that the server sent back is newer.
    if (Object.keys(kept).length === 0 || this.#controls().some(({ value }) => value !== '')) return
    for (const control of this.#controls()) control.value = kept[control.name] ?? ''
    this.#sayRestored(texts)
  }

  #read(): Record<string, string> {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? '{}') as Record<string, string>
    } catch {
      return {}
    }
  }

  #sayRestored(texts: PageTexts) {
    const clear = make('button', { type: 'button', className: 'quiet' }, texts.clear)
    const notice = make('div', { className: 'restored' }, make('p', { role: 'status' }, texts.restored), clear)
    clear.addEventListener('click', () => {
      for (const control of this.#controls()) control.value = ''
      this.forget()
      notice.remove()
      this.#controls()[0]?.focus()
    })
    this.#form.prepend(notice)
  }

  #save() {
    const typed = this.#controls().filter(({ value }) => value !== '')
    try {
      localStorage.setItem(this.#key, JSON.stringify(Object.fromEntries(typed.map(({ name, value }) => [name, value]))))
    } catch {
      // There is no storage, or it is full.
    }
  }

  /** The fields that the visitor fills in. A type that was not asked for is hidden. */
  #controls() {
    const controls = fields.map((name) => this.#form.querySelector<HTMLInputElement>(`.control[name=${name}]`))
    return controls.filter((control) => control !== null)
  }
}
