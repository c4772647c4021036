import { expect, test } from 'vitest'
import { ListEnquiries } from '#contract/enquiries.ts'
import { parseListQuery } from './listQuery.ts'

const guid = 'C0FFEE00-0000-4000-8000-00000000000a'
const given = {
  page: ['1', '7', '10000000', '10000001', '0', '-1', '1.5', 'two', ''],
  limit: ['25', '100', '101', '0', ''],
  search: ['lamp', 'x'.repeat(200), 'x'.repeat(201), `${'x'.repeat(200)}\0`, '\0', ''],
  enquiryStatus: ['open', 'open,closed', 'open,other', 'open,', ',', Array(51).fill('open').join(), ''],
  raisedBy: [guid, `${guid},${guid}`, `${guid},someone`, 'someone', ''],
  assignee: ['unassigned', `unassigned,${guid}`, 'someone', ''],
  hasDocuments: ['true', 'TRUE', '1', 'false', '0', 'yes', ''],
  unanswered: ['true', 'false', 'maybe', ''],
  rating: ['1', '5', '1,2', '0', '6', '1,six', ''],
  sort: ['summery', '-updatedAt', '--updatedAt', 'other', ''],
  cursor: ['abc', 'x'.repeat(4001), ''],
} satisfies Partial<Record<keyof ListEnquiries, string[]>>

for (const [name, texts] of Object.entries(given) as [keyof typeof given, string[]][]) {
  test(`the page reads ${name} in the address as the server does, and ignores a value that the server refuses`, () => {
    for (const text of texts) {
      const expected = ListEnquiries.shape[name].safeParse(text).data ?? ListEnquiries.shape[name].parse(undefined)
      const read = parseListQuery(new URLSearchParams({ [name]: text }))[name]
      expect([text, read]).toEqual([text, expected === '' ? undefined : expected])
    }
  })
}

test('the page reads several types in the address as the server does, and ignores them if the server refuses one', () => {
  for (const types of [['Claim'], ['Claim', 'A, b'], ['Claim', ''], [''], ['x'.repeat(121)], Array(51).fill('Claim')]) {
    const params = new URLSearchParams(types.map((type) => ['enquiryType', type]))
    expect(parseListQuery(params).enquiryType).toEqual(ListEnquiries.shape.enquiryType.safeParse(types).data)
  }
})
