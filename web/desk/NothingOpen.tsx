import Card from '@mui/material/Card'
import { Notice } from '#web/components/notices/Notice.tsx'
import { KeyCap } from '#web/components/shortcuts/KeyCap.tsx'
import { shortcuts, useAreShortcutsOn } from '#web/components/shortcuts/shortcuts.ts'

interface NothingOpenProps {
  isQueueEmpty: boolean
}

/** What stands beside the queue until an enquiry of it is opened. */
export function NothingOpen({ isQueueEmpty }: NothingOpenProps) {
  const areKeysOn = useAreShortcutsOn()
  return (
    <Card sx={{ flexGrow: 1, display: 'grid', alignContent: 'center' }}>
      <Notice icon="headset" title={isQueueEmpty ? 'Nothing waits here' : 'Choose an enquiry to answer'}>
        {isQueueEmpty ? (
          'New enquiries and comments appear by themselves.'
        ) : (
          <>
            The one on top has waited longest.
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
