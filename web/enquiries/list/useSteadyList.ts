import { useEffect, useEffectEvent, useState } from 'react'
import type { EnquiryPage } from '#web/enquiries/enquiryApi.ts'
import type { ListQuery } from '#web/enquiries/filters/listQuery.ts'

/** Marks what holds the rows, wide or narrow. */
export const rowsBox = 'enquiry-rows'
/** Marks what tells of what waits: on the way to it nothing moves either. */
export const waitingBar = 'enquiry-waiting'

interface Steady {
  query: ListQuery
  latest: EnquiryPage | undefined
  shown: EnquiryPage | undefined
  /** Which of the shown have come by themselves. */
  fresh: ReadonlySet<string>
  /** Somebody else has changed the list: that must not move anything under this person's hand. */
  isHeld: boolean
}

const none: ReadonlySet<string> = new Set()

/**
 * The page of the list to show. What others do moves no row while somebody is in the rows: what is in them is
 * brought up to date, and how many are `waiting` to come in, or are `gone`, is told.
 */
export function useSteadyList(query: ListQuery, latest: EnquiryPage | undefined) {
  const [steady, setSteady] = useState<Steady>({ query, latest, shown: latest, fresh: none, isHeld: false })
  let current = steady
  if (latest !== steady.latest) {
    current = next(steady, query, latest)
    setSteady(current)
  }
  const { shown, fresh } = current
  const known = new Set(shown?.docs.map(({ _id }) => _id))
  const waiting = latest?.docs.filter(({ _id }) => !known.has(_id)).length ?? 0
  const gone = latest ? known.size + waiting - latest.docs.length : 0
  const release = () => setSteady((held) => broughtIn(held, held.latest))
  useLeftRows(waiting + gone > 0, release)
  return {
    page: shown,
    fresh,
    waiting,
    gone,
    hold: () => setSteady((held) => ({ ...held, isHeld: true })),
    /** Brings in what waits, and what this person's own doing brings next. */
    release,
  }
}

/** Calls back once a person who was in the rows is elsewhere. */
function useLeftRows(isAwaited: boolean, onLeft: () => void) {
  const look = useEffectEvent(({ target }: Event) => {
    const isAtBar = target instanceof Element && target.closest(`.${waitingBar}`) !== null
    if (!isAtBar && !isSomebodyInRows()) onLeft()
  })
  useEffect(() => {
    if (!isAwaited) return
    const listen = (event: Event) => look(event)
    const kinds = ['pointerover', 'focusin', 'scroll'] as const
    for (const kind of kinds) document.addEventListener(kind, listen)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, listen)
    }
  }, [isAwaited])
}

function next(steady: Steady, query: ListQuery, latest: EnquiryPage | undefined): Steady {
  const { shown, isHeld } = steady
  if (steady.query !== query || !shown || !latest) return { query, latest, shown: latest, fresh: none, isHeld: false }
  return isHeld && isSomebodyInRows() ? { ...steady, latest, shown: inPlace(shown, latest) } : broughtIn(steady, latest)
}

function broughtIn(steady: Steady, latest: EnquiryPage | undefined): Steady {
  const before = new Set(steady.shown?.docs.map(({ _id }) => _id))
  const fresh = new Set(latest?.docs.map(({ _id }) => _id).filter((id) => !before.has(id)))
  return { ...steady, latest, shown: latest, fresh, isHeld: false }
}

function inPlace(shown: EnquiryPage, latest: EnquiryPage): EnquiryPage {
  const byId = new Map(latest.docs.map((enquiry) => [enquiry._id, enquiry]))
  return { ...latest, docs: shown.docs.map((enquiry) => byId.get(enquiry._id) ?? enquiry) }
}

/** By pointer, by focus, with a menu open, or reading further down. */
function isSomebodyInRows() {
  const rows = document.querySelector(`.${rowsBox}`)
  if (!rows) return false
  const isPointed = window.matchMedia('(hover: hover)').matches && rows.matches(':hover')
  const isMenuOpen = document.querySelector('[role="menu"]') !== null
  return isPointed || isMenuOpen || rows.contains(document.activeElement) || window.scrollY > 0
}
