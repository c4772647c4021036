import { expect, test } from 'vitest'
import { ListedEnquiry, type SearchMatch } from '#contract/enquiries.ts'
import { pageOf } from '#contract/paging.ts'
import { people, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { writeMissingWords } from './wordStore.ts'

const app = await testApp()
const { owner, agent, member, viewer, stranger } = await people(app)

const printer = await member.raise({ enquiryType: 'IT', summery: 'The printer is broken', description: 'Since Monday' })
const cafe = await member.raise({
  enquiryType: 'Order',
  summery: 'Café crème für das Büro',
  comments: 'größer, STRASSE 7',
})
const foreign = await member.raise({ enquiryType: 'Доставка', summery: '配送料の返金', description: 'טלפון مُحَمَّد' })
const glued = await member.raise({
  summery: 'Windowsが起動しない',
  description: '注文12345がサーバー8台で、ไทย\u200Bแลนด์',
})
const talk = await member.raise({ enquiryType: 'Billing', summery: 'An invoice', description: 'Total of ½ the price' })
await member.say(talk._id, 'The first word is harmless')
await member.say(
  talk._id,
  `${'Before it goes a lot of text. '.repeat(20)}Please call Wolfgang about the refund, at once`,
)
const odyssey = await member.raise({
  summery: 'ΟΔΥΣΣΕΥΣ, cooper\u00adative \uFEFFzero\u200Bwidth na\u2060tion',
  description: 'العـــربية ٤٥٦ क्\u200Dष',
  comments: 'STRAẞE İSTANBUL ９８',
})
const nato = 'alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike'
const spelled = await member.raise({ summery: nato })
await member.say(spelled._id, 'and november')
const theirs = await stranger.raise({ summery: 'printer of somebody else' })
await stranger.say(theirs._id, 'Wolfgang')

async function search(text: string, more = '') {
  const { status, body } = await owner.get(`/enquiry?search=${encodeURIComponent(text)}${more}`)
  expect(status).toBe(200)
  return pageOf(ListedEnquiry).parse(body.data).docs
}

async function idsOf(text: string, more = '') {
  return (await search(text, more)).map(({ _id }) => _id)
}

test.each([
  ['a word of the summary', 'printer', printer],
  ['the beginning of a word', 'prin', printer],
  ['words of different fields', 'broken it monday', printer],
  ['words of a field and of a message', 'invoice wolfgang', talk],
  ['words of two messages', 'harmless refund', talk],
  ['without its accents', 'cafe creme fur', cafe],
  ['with accents where there are none', 'prínter', printer],
  ['ß as ss, and the other way', 'grösser straße', cafe],
  ['another alphabet', 'достав', foreign],
  ['a script without spaces', '返金', foreign],
  ['one character of it', '料', foreign],
  ['from the middle of it', '送料の', foreign],
  ['a word in one script next to another', 'windows', glued],
  ['the beginning of such a word', 'wind 起動', glued],
  ['digits among characters', '12345', glued],
  ['the characters around them', '注文12345が', glued],
  ['a long vowel', 'サーバー', glued],
  ['Hebrew', 'טלפ', foreign],
  ['Arabic without its vowel signs', 'محمد', foreign],
  ['a broken number', '1⁄2 price', talk],
  ['a final sigma', 'Οδυσσεύς', odyssey],
  ['a sigma that is not final', 'οδυσσευσ', odyssey],
  ['a word with a soft hyphen', 'cooperative', odyssey],
  ['the same, hyphenated in the search', 'coop\u00ADerative', odyssey],
  ['words with invisible characters', 'zerowidth nation', odyssey],
  ['a stretched Arabic word', 'العربية', odyssey],
  ['a stretched Arabic word in the search', 'العـربـية', odyssey],
  ['Arabic digits as ASCII', '456', odyssey],
  ['Persian digits as Arabic ones', '۴۵۶', odyssey],
  ['a joined letter', 'क्ष', odyssey],
  ['a script without spaces, with an invisible character', 'ไทยแลนด์', glued],
  ['a capital sharp s', 'straße istanbul', odyssey],
  ['full-width digits', '98', odyssey],
  ['a number in Arabic digits', 'ENQ-٢', cafe],
  ['more than twelve words', nato, spelled],
  ['more than twelve words of which one is in a message', `${nato} nov`, spelled],
  ['a number with its prefix', 'ENQ-000002', cafe],
  ['the same, as people type it', ' enq-2 ', cafe],
  ['a number after a space', 'ENQ 2', cafe],
  ['a number in a sentence', 'enq-2 café', cafe],
])('a search finds %s [S7.3]', async (_what, text, expected) => {
  expect(await idsOf(text)).toEqual([expected._id])
})

test.each([
  ['the middle of a word', 'rinter'],
  ['words of two enquiries', 'printer invoice'],
  ['a number that does not exist', 'ENQ-000099'],
  ['more than twelve words of which the shortest is missing', `${nato} xi`],
  ['the sign that stretches Arabic words', 'ـ'],
  ['nothing but punctuation', '*:&|!() \'" <-> \\ %'],
])('a search does not find %s [S7.3]', async (_what, text) => {
  expect(await search(text)).toEqual([])
})

test('the beginning of a number is not a search yet', async () => {
  const all = await search('')
  for (const begun of ['ENQ-', 'enq-00', '#']) expect(await search(begun)).toEqual(all)
})

test('a search without letters or digits says so', async () => {
  const { body } = await owner.get('/enquiry?search=%3F%21')
  expect(body).toMatchObject({ message: 'Search for letters or digits', data: { totalDocs: 0 } })
})

test('digits find the enquiry with that number first, then those that contain them', async () => {
  const quoting = await member.raise({ summery: 'As in 2 and 2024' })
  expect(await idsOf('2')).toEqual([cafe._id, quoting._id, talk._id])
  expect(await idsOf('2', '&limit=1&page=2')).toEqual([quoting._id])
  expect(await idsOf('#2')).toEqual([cafe._id, quoting._id, talk._id])
})

test('the cursors of such a search lead to each match once in either direction, the number first', async () => {
  const walker = await registerOwner(app, { companyName: 'Walkers' })
  for (const summery of ['2 of 4', 'plain', '2 again', '2 at last']) await walker.raise({ summery })
  for (const [sort, expected] of [
    ['-createdAt', [2, 4, 3, 1]],
    ['createdAt', [2, 1, 3, 4]],
  ] as const) {
    for (const limit of [1, 2, 4]) {
      const walked: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body } = await walker.get(`/enquiry?search=2&sort=${sort}&limit=${limit}&cursor=${cursor}`)
        const { docs, nextCursor } = pageOf(ListedEnquiry).parse(body.data)
        walked.push(...docs.map(({ enquiryId }) => Number(enquiryId.slice(4))))
        cursor = nextCursor
      }
      expect([sort, limit, walked]).toEqual([sort, limit, expected])
    }
  }
})

function marked({ excerpt, marks }: SearchMatch) {
  return marks.map(([from, to]) => excerpt.slice(from, to))
}

async function match(text: string) {
  return (await search(text))[0]!.match!
}

test('a match shows its text and the place of each word', async () => {
  const summery = await match('broken prin')
  expect(summery).toMatchObject({ field: 'summery', excerpt: 'The printer is broken' })
  expect(marked(summery)).toEqual(['printer', 'broken'])
  expect(marked(await match('creme buro'))).toEqual(['crème', 'Büro'])
  expect(marked(await match('送料の'))).toEqual(['送料の'])
  expect(marked(await match('windows 起動'))).toEqual(['Windows', '起動'])
  expect(marked(await match('cooperative nation'))).toEqual(['cooper\u00ADative', 'na\u2060tion'])
  expect(marked(await match('ไทยแลนด์'))).toEqual(['ไทย\u200Bแลนด์'])
  expect(await match('ENQ-000002')).toMatchObject({ field: 'enquiryId', marks: [[0, 10]] })
  const message = await match('wolfgang refund')
  expect(message.field).toBe('message')
  expect(message.excerpt.length).toBeLessThan(200)
  expect(marked(message)).toEqual(['Wolfgang', 'refund'])
  // The number of the enquiry is among its words, but not in the texts of it that are shown.
  const numbered = await match(`${talk.enquiryId} wolfgang`)
  expect([numbered.field, ...marked(numbered)]).toEqual(['message', 'Wolfgang'])
})

test('no list, total, export or bulk change finds messages for people who may not read threads [D2.6] [D6.2]', async () => {
  const said = await member.raise({ summery: 'Said in confidence' })
  await member.say(said._id, 'Rumpelstiltskin')
  const spoken = await member.raise({ summery: 'Spoken of before' })
  await member.say(spoken._id, 'Said by Rapunzel')
  const found = async (person: typeof viewer, text: string) => {
    const { data } = (await person.get(`/enquiry?search=${text}`)).body
    const csv = (await person.get(`/enquiry/export?search=${text}`)).body.message
    return [
      data.totalDocs,
      data.docs.map((doc: ListedEnquiry) => doc.match?.field ?? null),
      csv.trim().split('\r\n').length - 1,
    ]
  }
  expect(await found(agent, 'rumpelstiltskin')).toEqual([1, ['message'], 1])
  expect(await found(viewer, 'rumpelstiltskin')).toEqual([0, [], 0])
  expect(await found(viewer, 'confidence+rumpel')).toEqual([0, [], 0])
  expect(await found(viewer, 'said')).toEqual([1, ['summery'], 1])
  expect(await found(agent, 'said')).toEqual([2, ['message', 'summery'], 2])
  const order = { filter: { search: 'rumpelstiltskin' }, enquiryStatus: 'inReview' }
  expect((await viewer.post('/enquiry/bulk', order)).status).toBe(403)
  expect((await agent.post('/enquiry/bulk', order)).body.data).toMatchObject({ total: 1 })
})

test('a search that takes too long is stopped with advice, and other requests do not wait for it [D8.3]', async () => {
  await app.db.begin(async (tx) => {
    await tx`lock table enquiry_words in access exclusive mode`
    const stopped = Promise.all(Array.from({ length: 5 }, () => owner.get('/enquiry?search=printer')))
    const isStopped = stopped.then(() => true)
    expect((await owner.get('/enquiry')).status).toBe(200)
    expect(await Promise.race([isStopped, Promise.resolve(false)])).toBe(false)
    for (const { status, headers, body } of await stopped) {
      expect([status, headers['retry-after']]).toEqual([503, '5'])
      expect(body.message).toMatch(/takes too long.*narrow it down/)
    }
  })
  expect(await idsOf('printer')).toContain(printer._id)
})

test('a list that is not searched shows no matches', async () => {
  const { body } = await owner.get('/enquiry')
  expect(body.data.docs[0]).not.toHaveProperty('match')
})

test('changed comments are found by their new text only', async () => {
  const changing = await member.raise({ comments: 'Rhubarb' })
  await agent.patch('/enquiry', { id: changing._id, comments: 'Elderberry' })
  expect(await idsOf('elder')).toEqual([changing._id])
  expect(await idsOf('rhubarb')).toEqual([])
})

test('a search works with filters and any sort', async () => {
  const [first, second] = [await member.raise({ summery: 'Zebra b' }), await agent.raise({ summery: 'Zebra a' })]
  expect(await idsOf('zebra')).toEqual([second._id, first._id])
  expect(await idsOf('zebra', '&sort=-summery')).toEqual([first._id, second._id])
  expect(await idsOf('zebra', '&sort=enquiryId&limit=1')).toEqual([first._id])
  expect(await idsOf('zebra', `&raisedBy=${agent.user._id}`)).toEqual([second._id])
  expect(await idsOf('zebra', '&enquiryStatus=closed')).toEqual([])
})

test('texts without indexed words are found once the server has indexed them', async () => {
  await app.db`delete from enquiry_words where company_id = ${owner.user.company._id}`
  expect(await idsOf('wolfgang')).toEqual([])
  await app.db`insert into enquiry_words_missing select company_id, id from enquiry`
  while (await writeMissingWords(app.db)) continue
  expect(await idsOf('wolfgang invoice')).toEqual([talk._id])
})

test('a search over many stretches finds old enquiries too, newest first, page after page', async () => {
  const { companyId, userId } = { companyId: stranger.user.company._id, userId: stranger.user._id }
  await app.db`update company set last_enquiry_no = 30000 where id = ${companyId}`
  const numbers = [5, 2000, 2001, 9000, 29_000]
  for (const enquiryNo of numbers) {
    const id = crypto.randomUUID()
    await app.db`
      insert into enquiry (company_id, id, enquiry_no, enquiry_type, summery, description, comments, status, created_by)
      values (${companyId}, ${id}, ${enquiryNo}, 'Needle', '', '', '', 'open', ${userId})`
    await app.db`insert into enquiry_words_missing values (${companyId}, ${id})`
  }
  while (await writeMissingWords(app.db)) continue
  const ids = async (query: string) => {
    const { body } = await stranger.get(`/enquiry?search=needle&${query}`)
    const { docs, nextCursor, totalDocs } = pageOf(ListedEnquiry).parse(body.data)
    return { found: docs.map(({ enquiryId }) => Number(enquiryId.slice(4))), nextCursor, totalDocs }
  }
  const first = await ids('limit=2')
  expect(first).toMatchObject({ found: [29_000, 9000], totalDocs: 5 })
  expect((await ids(`limit=9&cursor=${first.nextCursor}`)).found).toEqual([2001, 2000, 5])
  expect((await ids('sort=createdAt')).found).toEqual(numbers)
})
