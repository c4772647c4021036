import { limits } from '#contract/limits.ts'
import { make } from './element.ts'
import { showFieldError } from './fieldErrors.ts'
import { type PageTexts, withName } from './pageTexts.ts'
import { shrinkImage } from './shrinkImage.ts'

type Chosen = { preview: string; ready: Promise<File>; row: HTMLLIElement }

/** The images of the form, which can also be dropped and pasted. They stay when sending fails. */
export class ImageField {
  readonly #form: HTMLFormElement
  readonly #texts: PageTexts
  readonly #input: HTMLInputElement
  readonly #list = make('ul', { className: 'images' })
  readonly #count = make('p', { className: 'unseen', role: 'status' })
  #images: Chosen[] = []

  constructor(form: HTMLFormElement, texts: PageTexts) {
    this.#form = form
    this.#texts = texts
    this.#input = form.querySelector<HTMLInputElement>('#documents')!
    this.#replaceInput()
    this.#listen()
  }

  /** Puts the images into what is sent, once they have been prepared. */
  async addTo(sent: FormData) {
    const files = await Promise.all(this.#images.map(({ ready }) => ready))
    sent.delete('documents')
    for (const file of files) sent.append('documents', file)
  }

  get hasImages() {
    return this.#images.length > 0
  }

  /** A file input forgets its files at each choice, so it only opens the dialog. */
  #replaceInput() {
    const add = make('label', { className: 'quiet', htmlFor: this.#input.id }, this.#texts.add)
    this.#input.classList.add('unseen')
    this.#input.after(make('div', { className: 'pick' }, add, make('span', {}, this.#texts.drop)))
    this.#input.closest('.drop')!.append(this.#list, this.#count)
  }

  #listen() {
    this.#input.addEventListener('change', () => {
      this.#add([...(this.#input.files ?? [])])
      this.#input.value = ''
    })
    // In the whole window: a browser would leave the page for an image that is dropped beside the field.
    document.addEventListener('dragover', (event) => this.#offer(event, true))
    document.addEventListener('dragleave', (event) => this.#offer(event, event.relatedTarget !== null))
    document.addEventListener('drop', (event) => {
      this.#offer(event, false)
      this.#take(event, event.dataTransfer)
    })
    document.addEventListener('paste', (event) => this.#take(event, event.clipboardData))
  }

  #offer(event: DragEvent, isOver: boolean) {
    if (!this.#form.isConnected || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    this.#input.closest('.drop')!.classList.toggle('over', isOver)
  }

  #take(event: Event, transfer: DataTransfer | null) {
    const files = [...(transfer?.files ?? [])]
    // Office programs put a picture beside the text that they copy.
    const hasText = event.type === 'paste' && transfer?.types.includes('text/plain')
    if (!this.#form.isConnected || files.length === 0 || hasText) return
    event.preventDefault()
    this.#add(files)
  }

  #add(files: File[]) {
    this.#showError('')
    const types = this.#input.accept.split(',')
    for (const file of files) {
      if (!types.includes(file.type)) this.#showError(withName(this.#texts.imageType, file.name))
      else if (this.#images.length >= limits.documents) this.#showError(this.#texts.tooMany)
      else this.#addImage(file)
    }
    this.#sayCount()
  }

  #addImage(file: File) {
    const preview = URL.createObjectURL(file)
    const image: Chosen = { preview, ready: shrinkImage(file), row: this.#rowOf(file, preview) }
    image.row.querySelector('button')!.addEventListener('click', () => this.#remove(image))
    this.#images.push(image)
    this.#list.append(image.row)
    void this.#refuseIfTooLarge(image, file)
  }

  #rowOf(file: File, preview: string) {
    const remove = make('button', { type: 'button', title: withName(this.#texts.remove, file.name) }, '×')
    remove.setAttribute('aria-label', remove.title)
    return make('li', {}, make('img', { src: preview, alt: '' }), make('span', { dir: 'auto' }, file.name), remove)
  }

  async #refuseIfTooLarge(image: Chosen, { name }: File) {
    const { size } = await image.ready
    if (size <= limits.documentBytes || !this.#images.includes(image)) return
    this.#drop(image)
    this.#showError(withName(this.#texts.imageSize, name))
  }

  #remove(image: Chosen) {
    const place = this.#images.indexOf(image)
    this.#drop(image)
    this.#showError('')
    const next = this.#images[place] ?? this.#images[place - 1]
    const focused = next?.row.querySelector('button') ?? this.#input
    focused.focus()
  }

  #drop(image: Chosen) {
    this.#images = this.#images.filter((each) => each !== image)
    image.row.remove()
    URL.revokeObjectURL(image.preview)
    this.#sayCount()
  }

  #sayCount() {
    this.#count.textContent = this.#texts.added[this.#images.length] ?? ''
  }

  #showError(message: string) {
    showFieldError(this.#form, 'documents', message)
  }
}
