/** Pseudorandom numbers from 0 to 1 that are the same in every run (mulberry32). */
export function randomNumbers(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Typical words of enquiries, most frequent first. */
const commonWords =
  `the to is a and of in we for it not on with please was are our that have you this be has at from can but as an no
  since when order invoice delivery customer still room after could today yesterday number again already thank received
  payment missing broken wrong late guest office printer machine door key system account card box replacement refund
  contract service technician week monday tuesday friday morning waiting answer photo attached second first floor
  building kitchen heating water light cable screen password login error message update price offer address parcel
  warehouse supplier stock label return damaged repair appointment confirm cancel change open closed urgent soon
  help question problem request report manager colleague team hotel reception bathroom window towel coffee terminal
  café résumé über straße größe façade señor niño naïve müller groß zürich köln élan crème`
    .split(/\s+/)
    .filter(Boolean)

const starts = 'b c d f g h k l m n p r s t v w br cl dr fl gr kl pl pr sl st tr sh ch'.split(' ')
const middles = 'a e i o u ai ea ou io ee'.split(' ')
const ends = 'n r s t l m nd rt st ck ng x d p'.split(' ')

/** The common words, and as many made-up, pronounceable words as the size requires. */
function vocabulary(size: number, random: () => number) {
  const pick = (from: string[]) => from[Math.floor(random() * from.length)]!
  const words = new Set(commonWords)
  while (words.size < size) {
    let word = ''
    for (let part = 1 + Math.floor(random() * 2.6); part >= 0; part--) word += pick(starts) + pick(middles)
    words.add(word + pick(ends))
  }
  return [...words]
}

/** Draws words with natural frequencies: the nth word about 1/n as often as the first (Zipf's law). */
export class Language {
  readonly words: string[]
  readonly #random: () => number
  readonly #drawn: Uint32Array

  constructor(random: () => number, size = 60_000) {
    this.#random = random
    this.words = vocabulary(size, random)
    this.#drawn = drawnByFrequency(this.words.length, random)
  }

  word() {
    return this.words[this.#drawn[Math.floor(this.#random() * this.#drawn.length)]!]!
  }

  sentence(from: number, to: number) {
    const words = Array.from({ length: from + Math.floor(this.#random() * (to - from)) }, () => this.word())
    const text = words.join(' ')
    return text[0]!.toUpperCase() + text.slice(1)
  }

  text(from: number, to: number) {
    let left = from + Math.floor(this.#random() * (to - from))
    const sentences = []
    for (; left > 0; left -= 9) sentences.push(this.sentence(4, 14))
    return sentences.join('. ')
  }
}

function drawnByFrequency(size: number, random: () => number) {
  const sums = new Float64Array(size)
  let sum = 0
  for (let rank = 0; rank < size; rank++) sums[rank] = sum += 1 / (rank + 2.7)
  return Uint32Array.from({ length: 1 << 20 }, () => {
    const wanted = random() * sum
    let low = 0
    for (let high = size - 1; low < high;) {
      const middle = (low + high) >> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  })
}
