/** The texts that the server wrote into the page for the script. `%name%` stands for the name of a file. */
export type PageTexts = {
  sending: string
  preparing: string
  noConnection: string
  failed: string
  restored: string
  clear: string
  add: string
  drop: string
  image: string
  remove: string
  imageType: string
  imageSize: string
  tooMany: string
  /** By the number of images. */
  added: string[]
}

export function readTexts() {
  return JSON.parse(document.getElementById('texts')!.textContent) as PageTexts
}

export function withName(text: string, name: string) {
  return text.replace('%name%', () => name)
}
