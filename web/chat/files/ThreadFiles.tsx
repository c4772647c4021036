import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import type { ThreadFiles as ThreadFilesPage } from '#contract/chat.ts'
import { useGetThreadFilesInfiniteQuery, useNewestWithFiles } from '#web/chat/chatApi.ts'
import { fullTime } from '#web/components/DateTime.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { FileRow } from '#web/documents/FileRow.tsx'
import { ThumbnailRow } from '#web/documents/ThumbnailRow.tsx'
import { DetailsSection } from '#web/enquiries/details/DetailsSection.tsx'
import { toShownFile } from './shownFiles.ts'

interface ThreadFilesProps {
  enquiryId: string
  level: 'h2' | 'h3'
}

/** The files of all messages, newest first. */
export function ThreadFiles({ enquiryId, level }: ThreadFilesProps) {
  const { data, error, refetch, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } =
    useGetThreadFilesInfiniteQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const newestListed = data && !isFetching ? (data.pages[0]?.docs[0]?.seq ?? 0) : undefined
  useRefetchOnNewFiles(enquiryId, newestListed, refetch)
  const files = data?.pages.flatMap(({ docs }) => docs.map(toShown)) ?? []
  if (files.length === 0 && !error) return null
  const pictures = files.filter(({ isImage }) => isImage)
  return (
    <DetailsSection title="Files from the conversation" level={level}>
      {pictures.length > 0 && <ThumbnailRow documents={pictures} onRenewed={refetch} />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '&:empty': { display: 'none' } }}>
        {files
          .filter(({ isImage }) => !isImage)
          .map(({ key, ...file }) => (
            <li key={key}>
              <FileRow {...file} onRenewed={refetch} />
            </li>
          ))}
      </Box>
      {error && <RetryAlert message="Could not be loaded" onRetry={() => (data ? void fetchNextPage() : refetch())} />}
      {hasNextPage && (
        // Enabled even while loading: a disabled button would lose the focus.
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          sx={{ justifySelf: 'start' }}
        >
          {isFetchingNextPage ? 'Loading earlier files…' : 'Show earlier files'}
        </Button>
      )}
    </DetailsSection>
  )
}

/** Refetches once for each message with files that the thread has and the list does not. */
function useRefetchOnNewFiles(enquiryId: string, newestListed: number | undefined, refetch: () => unknown) {
  const newest = useNewestWithFiles(enquiryId)
  const fetchedFor = useRef(0)
  useEffect(() => {
    if (newestListed === undefined || newest <= Math.max(newestListed, fetchedFor.current)) return
    fetchedFor.current = newest
    void refetch()
  }, [newest, newestListed, refetch])
}

function toShown({ seq, sender, createdAt, file }: ThreadFilesPage['docs'][number]) {
  // A file that was sent twice is listed twice.
  return { ...toShownFile(file), key: `${seq}:${file._id}`, detail: `${sender}, ${fullTime(new Date(createdAt))}` }
}
