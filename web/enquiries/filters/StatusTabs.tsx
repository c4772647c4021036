import { memo, useEffect, useRef, type KeyboardEvent } from 'react'
import type { EnquiryStatus, EnquirySummary } from '#contract/enquiries.ts'
import { enquiryStatuses, statusLabels } from '#contract/enquiries/choices.ts'
import { PlainButton } from '#web/components/PlainButton.tsx'
import type { ListQuery } from './listQuery.ts'
import { scrollToCentre } from './scrollToCentre.ts'

interface StatusTabsProps {
  /** The statuses filtered by. With several, no tab is selected. */
  statuses: EnquiryStatus[] | undefined
  /** Undefined until counted. */
  summary: EnquirySummary | undefined
  /** Whether the totals are of this list. */
  hasCounts: boolean
  onChanged: (changes: Pick<ListQuery, 'enquiryStatus'>) => void
}

const keySteps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }

/** A tab for each status, and one for all. MUI's tabs weigh ten times as much, and measure themselves on each render. */
export const StatusTabs = memo(function StatusTabs({ statuses = [], summary, hasCounts, onChanged }: StatusTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const moveFocus = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    // With a modifier the key belongs to the browser: Alt+← goes back.
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const wanted = tabs.findIndex((tab) => tab === document.activeElement) + step
    tabs[Number.isFinite(wanted) ? (wanted + tabs.length) % tabs.length : wanted < 0 ? 0 : tabs.length - 1]?.focus()
  }
  const tabs = [undefined, ...enquiryStatuses] as const
  return (
    <div ref={list} className="status-tabs" role="tablist" aria-label="Status">
      {tabs.map((status) => (
        <StatusTab
          key={status ?? 'all'}
          label={status ? statusLabels[status] : 'All'}
          count={status ? summary?.byStatus[status] : summary?.total}
          hasCount={hasCounts}
          isSelected={statuses.length < 2 && statuses[0] === status}
          // One tab can always be reached with the Tab key.
          isStop={statuses.length < 2 ? statuses[0] === status : status === undefined}
          onChosen={() => onChanged({ enquiryStatus: status && [status] })}
          onKeyDown={moveFocus}
        />
      ))}
    </div>
  )
})

interface StatusTabProps {
  label: string
  count: number | undefined
  hasCount: boolean
  isSelected: boolean
  isStop: boolean
  onChosen: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function StatusTab({ label, count, hasCount, isSelected, isStop, onChosen, onKeyDown }: StatusTabProps) {
  const tab = useRef<HTMLButtonElement>(null)
  // The counts make the tabs wider.
  const hasFinalWidth = !hasCount || count !== undefined
  useEffect(() => {
    if (isSelected && hasFinalWidth) scrollToCentre(tab.current)
  }, [isSelected, hasFinalWidth])
  return (
    <PlainButton
      ref={tab}
      className="status-tab"
      role="tab"
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      onClick={onChosen}
      onKeyDown={onKeyDown}
    >
      {label} {hasCount && <span className="status-tab-count">{count?.toLocaleString() ?? '…'}</span>}
    </PlainButton>
  )
}
