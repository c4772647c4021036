import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Thread } from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { useGetEarlierMessagesMutation } from '#web/chat/chatApi.ts'

interface EarlierMessagesProps {
  hasEarlier: boolean
  isLoading: boolean
  hasFailed: boolean
  onLoad: () => void
}

/** Shown above the first message: loads earlier ones, or says that there are none. */
export function EarlierMessages({ hasEarlier, isLoading, hasFailed, onLoad }: EarlierMessagesProps) {
  return (
    <Box sx={{ height: '100%', display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 1 }}>
      {hasFailed && !isLoading && (
        <Typography variant="caption" component="output" sx={{ color: 'error.main' }}>
          Could not be loaded
        </Typography>
      )}
      {hasEarlier ? (
        // Enabled even while loading: a disabled button would lose the focus.
        <Button variant="outlined" color="inherit" size="small" aria-busy={isLoading} onClick={onLoad}>
          {isLoading ? 'Loading earlier comments…' : hasFailed ? 'Try again' : 'Load earlier comments'}
        </Button>
      ) : (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          The thread begins here
        </Typography>
      )}
    </Box>
  )
}

/** Loads the messages before the first known one: one page at a time, or all. */
export function useEarlierMessages(enquiryId: string, thread: Thread | undefined) {
  const [fetchEarlier, { isLoading, error }] = useGetEarlierMessagesMutation()
  const load = async () => {
    const first = thread?.docs[0]
    if (!first || !thread.hasEarlier || isLoading) return
    try {
      await fetchEarlier({ enquiryId, before: first.seq }).unwrap()
    } catch (failure) {
      console.error('Failed to fetch messages', failure)
    }
  }
  const loadAll = async () => {
    try {
      let first = thread
      while (first?.hasEarlier) {
        const before = first.docs[0]!.seq
        first = await fetchEarlier({ enquiryId, before, limit: limits.thread.maxSize }).unwrap()
      }
    } catch (failure) {
      console.error('Failed to fetch messages', failure)
    }
  }
  return { load, loadAll, isLoading, failure: error && toFailure(error) }
}
