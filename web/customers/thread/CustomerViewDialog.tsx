import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import type { CustomerThread } from '#contract/customers/thread.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { useGetCustomerViewQuery, useLazyGetCustomerViewQuery } from '#web/customers/links/customerLinkApi.ts'
import { RatingCard } from '#web/customers/satisfaction/RatingCard.tsx'
import type { Renew } from '#web/documents/useRenewal.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { CustomerThreadView } from './CustomerThreadView.tsx'
import { withEarlier } from './mergedThread.ts'
import { Opening } from './PageStates.tsx'
import { Texts } from './threadTexts.ts'
import { useThreadTexts } from './useThreadTexts.ts'

interface CustomerViewDialogProps {
  enquiryId: string
  onClosed: () => void
}

/** The customer's page, for colleagues to look at: in the customer's language and without the box. */
export function CustomerViewDialog({ enquiryId, onClosed }: CustomerViewDialogProps) {
  const titleId = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const view = useGetCustomerViewQuery({ enquiryId })
  useRefetchOn(({ subject, id }) => id === enquiryId && (subject === 'thread' || subject === 'enquiry'), view)
  const { data, error, refetch } = view
  return (
    <Dialog open fullWidth fullScreen={isPhone} maxWidth="sm" onClose={onClosed} aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', alignItems: 'center', paddingInlineEnd: 1.5 }}>
        <DialogTitle id={titleId} sx={{ flexGrow: 1 }}>
          As the customer sees it
        </DialogTitle>
        <IconButton aria-label="Close" onClick={onClosed}>
          <Icon name="x" />
        </IconButton>
      </Box>
      <Box
        sx={{
          overflowY: 'auto',
          minHeight: 320,
          display: 'flex',
          flexDirection: 'column',
          bgcolor: 'background.default',
        }}
      >
        {data ? (
          <View enquiryId={enquiryId} newest={data} onRenewed={refetch} />
        ) : error ? (
          <LoadFailed what="The customer’s page" failure={error} onRetry={refetch} />
        ) : (
          <Opening texts={undefined} />
        )}
      </Box>
    </Dialog>
  )
}

interface ViewProps {
  enquiryId: string
  newest: CustomerThread
  onRenewed: Renew
}

function View({ enquiryId, newest, onRenewed }: ViewProps) {
  const texts = useThreadTexts(newest.language)
  const [earlier, setEarlier] = useState<CustomerThread[]>([])
  const [fetchEarlier, { isFetching }] = useLazyGetCustomerViewQuery()
  const thread = earlier.reduce(withEarlier, newest)
  const loadEarlier = async () => {
    const before = thread.messages[0]?.seq
    const { data } = await fetchEarlier({ enquiryId, before })
    if (data) setEarlier((now) => [...now, data])
  }
  if (!texts) return <Opening texts={undefined} />
  return (
    <Texts value={texts}>
      <CustomerThreadView
        thread={{ ...thread, status: newest.status }}
        isPreview
        isLoadingEarlier={isFetching}
        onEarlier={() => void loadEarlier()}
        onRenewed={onRenewed}
        rating={newest.satisfaction && <RatingCard satisfaction={newest.satisfaction} level="h4" />}
      />
    </Texts>
  )
}
