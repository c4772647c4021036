import { expect, test } from 'vitest'
import { Presence } from './presence.ts'

const [company, enquiry, other] = ['c', 'e1', 'e2']
const maya = { companyId: company, userId: 'maya', name: 'Maya', profilePic: null, screen: 'enquiry' as const }
const at = (tab: string, where: string | null, { isTyping = false, isEditing = false } = {}) => ({
  ...maya,
  tab,
  enquiry: where,
  isTyping,
  isEditing,
})

test('a person with two tabs appears once, until both are closed', () => {
  const presence = new Presence(1000)
  expect(presence.note(at('1', enquiry), 0)).toEqual([enquiry])
  expect(presence.note(at('2', enquiry, { isTyping: true }), 0)).toEqual([enquiry])
  expect(presence.at(company, enquiry).people).toEqual([
    { _id: 'maya', name: 'Maya', profilePic: null, screens: ['enquiry'], isTyping: true, isEditing: false },
  ])
  presence.note(at('2', null), 0)
  expect(presence.at(company, enquiry).people).toHaveLength(1)
  presence.note(at('1', other), 0)
  expect(presence.at(company, enquiry).people).toEqual([])
  expect(presence.enquiriesOf(company)).toEqual([other])
})

test('a repeat only extends the expiry', () => {
  const presence = new Presence(1000)
  presence.note(at('1', enquiry), 0)
  expect(presence.note(at('1', enquiry), 900)).toEqual([])
  expect(presence.expire(1500)).toEqual([])
  expect(presence.expire(1900)).toEqual([{ companyId: company, enquiry }])
  expect(presence.at(company, enquiry).people).toEqual([])
})

test('a person is editing while one of their tabs is', () => {
  const presence = new Presence(1000)
  const isEditing = () => presence.at(company, enquiry).people[0]?.isEditing
  presence.note(at('1', enquiry), 0)
  expect(presence.note(at('2', enquiry, { isEditing: true }), 0)).toEqual([enquiry])
  expect(isEditing()).toBe(true)
  expect(presence.note(at('2', enquiry), 0)).toEqual([enquiry])
  expect(isEditing()).toBe(false)
})

test('a person is at 50 enquiries at most, the newest, and others are not affected [D6.1]', () => {
  const presence = new Presence(1000)
  presence.note({ ...at('1', enquiry), userId: 'aaron' }, 0)
  for (let tab = 1; tab <= 50; tab++) presence.note(at(String(tab), `e${tab}`), 0)
  presence.note(at('1', 'e1'), 0)
  expect(presence.note(at('51', 'e51'), 0)).toEqual(['e2', 'e51'])
  expect(presence.enquiriesOf(company)).toHaveLength(50)
  expect(presence.at(company, 'e2').people).toEqual([])
  expect(presence.at(company, enquiry).people).toHaveLength(2)
  expect(presence.expire(1000)).toHaveLength(50)
  expect(presence.enquiriesOf(company)).toEqual([])
})
