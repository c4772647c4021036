import Card from '@mui/material/Card'
import { Notice } from '#web/components/notices/Notice.tsx'
import { KeyCap } from '#web/components/shortcuts/KeyCap.tsx'
import { shortcuts, useAreShortcutsOn } from '#web/components/shortcuts/shortcuts.ts'

interface NothingOpenProps {
  isQueueEmpty: boolean
}

/** Shown next to the queue while no enquiry is open. */
export function NothingOpen({ isQueueEmpty }: NothingOpenProps) {
  const areKeysOn = useAreShortcutsOn()
  return (
    <Card sx={{ flexGrow: 1, display: 'grid', alignContent: 'center' }}>
      <Notice icon="headset" title={isQueueEmpty ? 'No enquiries here' : 'Choose an enquiry to reply to'}>
        {isQueueEmpty ? (
          'New enquiries and comments appear automatically.'
        ) : (
          <>
            The first one has been waiting longest.
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
