import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import type { Message, Thread } from '#contract/chat.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { OpenedParts, OpenedPartsContext } from '#web/chat/emails/openedParts.ts'
import type { ReadFile } from '#web/chat/files/OutgoingFiles.tsx'
import { OutgoingItem, type OutgoingActions } from '#web/chat/outbox/OutgoingItem.tsx'
import type { OutgoingMessage } from '#web/chat/outbox/useOutbox.ts'
import { PrintedThread } from '#web/chat/printing/PrintedThread.tsx'
import { useSeat } from '#web/chat/seat.ts'
import { useIsPrinting } from '#web/components/useIsPrinting.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'
import { DayHeading } from './DayHeading.tsx'
import { MessageItem } from './MessageItem.tsx'
import { NewestButton } from './scrolling/NewestButton.tsx'
import { scrollByKey } from './scrolling/scrollKeys.ts'
import { useThreadScroll } from './scrolling/useThreadScroll.ts'
import { threadItems, type Between, type ThreadItem } from './threadItems.ts'
import { useSeenMark } from './useSeenMark.ts'

interface MessageListProps {
  enquiryId: string
  enquiry: Enquiry | undefined
  thread: Thread
  between?: Between[]
  /** Shown below a message. */
  belowMessage?: (message: Message) => ReactNode
  /** Messages that were written in this browser and are not in the thread yet. */
  outgoing: OutgoingMessage[]
  outgoingActions: OutgoingActions
  readFile: ReadFile
  /** Shown above the first message. */
  above: ReactNode
  /** Shown instead of messages while there are none. */
  hint: string
  onNearStart: () => void
}

export function MessageList({ thread, between, outgoing, outgoingActions, ...props }: MessageListProps) {
  const { enquiryId, enquiry, readFile, above, hint, belowMessage, onNearStart } = props
  const items = useMemo(() => threadItems(thread, between), [thread, between])
  const keys = useMemo(() => rowKeys(items, outgoing), [items, outgoing])
  const isPrinting = useIsPrinting()
  const box = useRef<HTMLDivElement>(null)
  const isOwnLast = outgoing.length > 0
  const scroll = useThreadScroll({ box, keys, isOwnLast, onNearStart })
  const [openedParts] = useState(() => new OpenedParts(scroll.holdPlace))
  useSeenMark(enquiryId, thread, scroll.isAtEnd && scroll.isShown)
  const seenSeq = useSeenSeq(thread)
  const renderRow = (index: number) => {
    const item = items[index]
    if (item) return <Item {...{ item, seenSeq, belowMessage }} />
    return <OutgoingItem message={outgoing[index - items.length]!} readFile={readFile} {...outgoingActions} />
  }
  const showNewest = () => {
    scroll.showEnd()
    box.current?.focus({ preventScroll: true })
  }
  return (
    <Box sx={{ position: 'relative', flex: '1 1 0', minHeight: threadSizes.minHeight, display: 'flex' }}>
      {/* Not live: scrolling adds and removes rows too. AnnouncedMessages announces new messages. */}
      <Box
        ref={box}
        role="log"
        aria-live="off"
        aria-label="Thread"
        tabIndex={0}
        onScroll={scroll.noteScroll}
        onKeyDown={scrollByKey}
        sx={{ flexGrow: 1, minWidth: 0, overflowY: 'auto', overflowAnchor: 'none', px: { xs: 1.5, sm: 3 } }}
      >
        <Box sx={{ position: 'relative' }}>
          <Box sx={{ position: 'absolute', insetInline: 0, height: threadSizes.above }}>{above}</Box>
          <OpenedPartsContext value={openedParts}>
            <Rows {...{ thread, items, scroll, renderRow }} count={keys.length} />
            {isPrinting && (
              <PrintedThread enquiry={enquiry} hasEarlier={thread.hasEarlier}>
                {keys.map((key, index) => (
                  <li key={key}>{renderRow(index)}</li>
                ))}
              </PrintedThread>
            )}
          </OpenedPartsContext>
        </Box>
        {thread.docs.length === 0 && !isOwnLast && (
          <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', pb: 2 }}>
            {hint}
          </Typography>
        )}
      </Box>
      <NewestButton newest={thread.docs.at(-1)?.seq ?? 0} isAtEnd={scroll.isAtEnd} onClick={showNewest} />
    </Box>
  )
}

/** A message keeps its key, and so its row, when the server accepts it: the id that its sender gave it. */
function rowKeys(items: ThreadItem[], outgoing: OutgoingMessage[]) {
  return [...items.map(keyOf), ...outgoing.map(({ id }) => id)]
}

function keyOf(item: ThreadItem) {
  if (item.kind === 'between') return item.between.key
  const { _id, clientId } = item.row.message
  return clientId ?? _id
}

interface RowsProps {
  thread: Thread
  items: ThreadItem[]
  /** How many there are, with those that are being sent. */
  count: number
  scroll: ReturnType<typeof useThreadScroll>
  renderRow: (index: number) => ReactNode
}

/** The rows near the visible part of the thread. */
function Rows({ thread, items, count, scroll, renderRow }: RowsProps) {
  const { visible, holdRows, measureRow, noteFocus, forgetFocus } = scroll
  const countBefore = thread.totalDocs - thread.docs.length
  return (
    <Box
      ref={holdRows}
      component="ol"
      aria-label="Messages"
      onFocus={noteFocus}
      onBlur={forgetFocus}
      sx={{ listStyle: 'none', m: 0, p: 0 }}
    >
      {visible.map(({ key, index }) => (
        <Box
          key={key}
          ref={measureRow}
          component="li"
          data-index={index}
          data-kind={items[index]?.kind ?? 'outgoing'}
          data-seq={seqOf(items[index])}
          aria-posinset={countBefore + index + 1}
          aria-setsize={countBefore + count}
          sx={{ position: 'absolute', top: 0, insetInline: 0 }}
        >
          {renderRow(index)}
        </Box>
      ))}
    </Box>
  )
}

/** The `seq` of the last message if this seat wrote it and the other has seen it. */
function useSeenSeq({ docs, seenBy }: Thread) {
  const { own, other } = useSeat()
  const last = docs.at(-1)
  return last?.side === own && last.seq <= seenBy[other] ? last.seq : undefined
}

function seqOf(item: ThreadItem | undefined) {
  return item?.kind === 'message' ? item.row.message.seq : undefined
}

interface ItemProps extends Pick<MessageListProps, 'belowMessage'> {
  item: ThreadItem
  seenSeq: number | undefined
}

function Item({ item, seenSeq, belowMessage }: ItemProps) {
  return (
    <>
      {item.startsDay && <DayHeading at={item.at} />}
      {item.kind === 'between' ? (
        item.between.content
      ) : (
        <MessageItem {...item.row} isSeen={item.row.message.seq === seenSeq} below={belowMessage?.(item.row.message)} />
      )}
    </>
  )
}
