import { expect, test } from 'vitest'
import { ListEnquiries } from '#contract/enquiries.ts'
import { readSearch } from '#server/enquiries/search/search.ts'
import { toCursor } from './cursors.ts'
import { choosePlan, chooseSearchPlan, isFirstPage } from './listPlan.ts'
import { toListRequest } from './listRequest.ts'

function requestOf(query: string) {
  const parameters = Object.fromEntries(new URLSearchParams(query))
  return toListRequest(ListEnquiries.parse(parameters))
}

const ordered = { kind: 'ordered' }
const lookAhead = { kind: 'lookAhead' }
const sorted = { kind: 'sorted' }
const afterNumber = `cursor=${toCursor([null, 9000])}`
const afterType = `cursor=${toCursor(['Billing', 9000])}`
const total = 20_000

test.each([
  '',
  'enquiryStatus=open',
  'enquiryStatus=open,closed',
  'sort=-updatedAt',
  'sort=enquiryStatus',
  'search=ENQ-',
])('nothing is counted before the first page of “%s”', (query) => {
  const request = requestOf(query)
  expect([isFirstPage(request), choosePlan(request, undefined)]).toEqual([true, { kind: 'first' }])
})

test.each(['page=2', afterNumber, 'enquiryType=Billing', 'unanswered=true', 'enquiryStatus=open&sort=summery'])(
  'the matches of “%s” are counted before a page is read',
  (query) => {
    expect(isFirstPage(requestOf(query))).toBe(false)
  },
)

test.each([
  ['page=801', { kind: 'empty' }],
  [afterNumber, ordered],
  [`sort=enquiryType&${afterType}`, ordered],
  ['page=40', ordered],
  ['page=42', { kind: 'stretch' }],
  ['page=42&enquiryStatus=open', { kind: 'stretch' }],
  ['page=42&sort=-enquiryStatus', { kind: 'stretch' }],
  ['page=2&sort=summery&enquiryStatus=onHold', sorted, 1000],
  [`sort=enquiryType&enquiryStatus=open,closed&${afterType}`, sorted, 1000],
  ['page=2&sort=enquiryType', ordered],
  ['page=2&sort=enquiryType&enquiryStatus=open,closed', { kind: 'landmark', fallback: ordered }],
  ['page=83&sort=-updatedAt', { kind: 'landmark', fallback: ordered }],
  ['page=790&sort=summery', { kind: 'landmark', fallback: { kind: 'reversed', offset: 250, limit: 25 } }],
  ['page=3&sort=summery', { kind: 'reversed', offset: 0, limit: 10 }, 60],
])('a list without other filters than the status: “%s” gets the plan %j', (query, plan, count = total) => {
  expect(choosePlan(requestOf(query), { total: count, isMore: false })).toEqual(plan)
})

const few = { total: 500, isMore: false }
const many = { total: 10_000, isMore: true }

test.each([
  ['enquiryType=Billing&page=2', few, ordered],
  ['enquiryType=Billing&page=2', many, ordered],
  ['enquiryType=Billing&page=21', few, { kind: 'empty' }],
  ['unanswered=true&sort=updatedAt', few, sorted],
  ['unanswered=true&sort=updatedAt', many, ordered],
  ['unanswered=true&sort=enquiryStatus', many, ordered],
  ['updatedTo=2026-01-01', few, sorted],
  ['updatedTo=2026-01-01', many, lookAhead],
  ['updatedFrom=2026-01-01&sort=-enquiryStatus', many, lookAhead],
  ['updatedFrom=2026-01-01&sort=-updatedAt', many, ordered],
  ['updatedFrom=2026-01-01&sort=summery', many, ordered],
  ['hasDocuments=true&sort=summery', { ...few, companyTotal: 499_999 }, ordered],
  ['hasDocuments=true&sort=summery', { ...few, companyTotal: 500_000 }, sorted],
  ['hasDocuments=true&sort=summery&page=2', { ...few, companyTotal: 499_999 }, sorted],
])('a filtered list: “%s” with the counts %j gets the plan %j', (query, counts, plan) => {
  expect(choosePlan(requestOf(query), counts)).toEqual(plan)
})

test.each([
  ['search=broken', 'firstMatches'],
  ['search=broken&page=3', 'firstMatches'],
  [`search=broken&${afterNumber}`, 'nextMatches'],
  [`search=4711&${afterNumber}`, 'nextMatches'],
  [`search=ENQ-4711&${afterNumber}`, 'firstMatches'],
  [`search=broken&sort=createdAt&${afterNumber}`, 'firstMatches'],
  ['search=broken&sort=summery', 'sortedMatches'],
  [`search=broken&sort=enquiryType&${afterType}`, 'sortedMatches'],
])('a search: “%s” gets the plan %s', (query, plan) => {
  const request = requestOf(query)
  expect(chooseSearchPlan(request, readSearch(request.filter)!)).toBe(plan)
})
