import { expect, test } from 'vitest'
import { mentionParts } from '#contract/mentions.ts'
import { findPeople, mentionedPeople, mentionWord } from './mentions.ts'

const person = (_id: string, name: string) => ({ _id, name })
const ann = person('ann', 'Ann')
const annLee = person('annLee', 'Ann Lee')
const anna = person('anna', 'Anna')
const shira = person('shira', 'שירה כהן')
const tanaka = person('tanaka', '田中')
const people = [ann, annLee, anna, shira, tanaka]

const mentioned = (text: string, chosen = [] as typeof people, all = people) =>
  mentionedPeople(text, all, chosen).map(({ _id }) => _id)

test('a text mentions the people whose whole name follows an @, with spaces and next to punctuation [D10.7]', () => {
  expect(mentioned('@Ann Lee, please look')).toEqual(['annLee'])
  expect(mentioned('(@Ann) and @Ann’s colleague')).toEqual(['ann'])
  expect(mentioned('@Anna and @Ann Lee')).toEqual(['anna', 'annLee'])
  expect(mentioned('@Annabel, @Ann_Lee, @ann, ann')).toEqual([])
  expect(mentioned('write to me@Ann and sales@Anna')).toEqual([])
})

test('names in other scripts and directions are found where they stand', () => {
  expect(mentioned('תודה @שירה כהן!')).toEqual(['shira'])
  expect(mentioned('@田中 さん、お願いします')).toEqual(['tanaka'])
})

test('a name that two people have means the ones who were chosen, the last ones if there are fewer places', () => {
  const [one, other] = [person('one', 'Sam Roe'), person('other', 'Sam Roe')]
  const all = [one, other]
  expect(mentioned('@Sam Roe', [], all)).toEqual([])
  expect(mentioned('@Sam Roe', [one, other], all)).toEqual(['other'])
  expect(mentioned('@Sam Roe', [other, one], all)).toEqual(['one'])
  expect(mentioned('@Sam Roe and @Sam Roe', [one, other], all)).toEqual(['one', 'other'])
  expect(mentioned('@Sam Roe and @Sam Roe', [one, one], all)).toEqual(['one'])
  expect(mentioned('nothing', [one], all)).toEqual([])
})

test('a person who was chosen stays mentioned when the list of colleagues is not there', () => {
  expect(mentioned('@Ann Lee', [annLee], [])).toEqual(['annLee'])
})

test('a person who was renamed after being chosen is mentioned by the new name only', () => {
  const renamed = person('annLee', 'Ann Stone')
  expect(mentioned('@Ann Lee', [annLee], [renamed])).toEqual([])
  expect(mentioned('@Ann Stone', [annLee], [renamed])).toEqual(['annLee'])
  const namesake = person('other', 'Ann Stone')
  expect(mentioned('@Ann Stone', [annLee], [namesake, renamed])).toEqual(['annLee'])
})

test('the parts of a text are its mentions and what is between them', () => {
  expect(mentionParts('Hi @Ann Lee and @Ann!', ['Ann', 'Ann Lee'])).toEqual([
    { text: 'Hi ' },
    { text: '@Ann Lee', name: 'Ann Lee' },
    { text: ' and ' },
    { text: '@Ann', name: 'Ann' },
    { text: '!' },
  ])
  expect(mentionParts('@Ann', [])).toEqual([{ text: '@Ann' }])
  expect(mentionParts('', ['Ann'])).toEqual([])
})

test('the word at the caret starts with the last @ of the line, but not within an address', () => {
  expect(mentionWord('Hi @')).toEqual({ word: '', start: 3 })
  expect(mentionWord('@Ann and @Ann Le')).toEqual({ word: 'Ann Le', start: 9 })
  expect(mentionWord('问@田')).toEqual({ word: '田', start: 1 })
  for (const text of ['Hi', 'me@example', '@ Ann', '@Ann\nand']) expect(mentionWord(text)).toBeUndefined()
})

test('people are found by the start of any of their names, without capitals and accents', () => {
  const all = [person('1', 'Zoë Ng'), person('2', 'Ada Zoega'), person('3', 'Ada Ng')]
  const found = (word: string) => findPeople(all, word).map(({ _id }) => _id)
  expect(found('')).toEqual(['1', '2', '3'])
  expect(found('zoe')).toEqual(['1', '2'])
  expect(found('NG')).toEqual(['1', '3'])
  expect(found('Ada N')).toEqual(['3'])
  expect(found('da')).toEqual([])
})
