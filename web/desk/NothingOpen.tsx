import Card from '@mui/material/Card'
import { Notice } from '#web/components/notices/Notice.tsx'
import { KeyCap } from '#web/components/shortcuts/KeyCap.tsx'
import { shortcuts, useAreShortcutsOn } from '#web/components/shortcuts/shortcuts.ts'

interface NothingOpenProps {
  isQueueEmpty: boolean
  /** Whether the queue shows the results of a search. */
  isSearch: boolean
}

/** Shown next to the queue while no enquiry is open. */
export function NothingOpen({ isQueueEmpty, isSearch }: NothingOpenProps) {
  const areKeysOn = useAreShortcutsOn()
  return (
    <Card sx={{ flexGrow: 1, display: 'grid', alignContent: 'center' }}>
      <Notice icon="headset" title={isQueueEmpty ? 'No enquiries here' : 'Choose an enquiry to reply to'}>
        {isQueueEmpty && !isSearch && 'New enquiries and comments appear automatically.'}
        {!isQueueEmpty && (
          <>
            {isSearch ? 'The first one is the newest.' : 'The first one has been waiting longest.'}
            {areKeysOn && (
              <>
                {' '}
                <KeyCap name={shortcuts.nextInQueue.key} /> opens it.
              </>
            )}
          </>
        )}
      </Notice>
    </Card>
  )
}
