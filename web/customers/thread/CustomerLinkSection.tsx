import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { CustomerLinkState } from '#contract/customers/thread.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazy } from '#web/components/lazy/lazy.ts'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { useGetCustomerLinkQuery, useRenewCustomerLinkMutation } from '#web/customers/links/customerLinkApi.ts'
import { DetailsSection } from '#web/enquiries/details/DetailsSection.tsx'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { fingerHigh } from '#web/theme/sharedStyles.ts'

const CustomerViewDialog = lazy(async () => ({
  default: (await import('./CustomerViewDialog.tsx')).CustomerViewDialog,
}))
const RevokeLinkDialog = lazy(async () => ({
  default: (await import('#web/customers/links/RevokeLinkDialog.tsx')).RevokeLinkDialog,
}))
const LinkDialog = lazy(async () => ({ default: (await import('#web/accounts/team/LinkDialog.tsx')).LinkDialog }))

interface CustomerLinkSectionProps {
  enquiry: Enquiry
  level: 'h2' | 'h3'
}

/** The customer's page of an enquiry, for people who may answer. Nothing for an enquiry of a colleague. */
export function CustomerLinkSection({ enquiry, level }: CustomerLinkSectionProps) {
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  if (enquiry.user.kind !== 'contact' || !canAnswer) return null
  return (
    <DetailsSection title="Customer’s page" level={level}>
      <Loaded enquiry={enquiry} />
    </DetailsSection>
  )
}

interface LoadedProps {
  enquiry: Enquiry
}

function Loaded({ enquiry }: LoadedProps) {
  const link = useGetCustomerLinkQuery(enquiry._id)
  const { data, error, refetch } = link
  useRefetchOn(({ id, subject }) => id === enquiry._id && subject !== 'note', link)
  if (data) return <Link enquiry={enquiry} link={data} />
  if (error) return <LoadFailed what="The customer’s page" failure={error} onRetry={refetch} />
  return <Skeleton variant="rounded" height={60} />
}

interface LinkProps {
  enquiry: Enquiry
  link: CustomerLinkState
}

function Link({ enquiry: { _id: enquiry, messageCount }, link }: LinkProps) {
  const [opened, setOpened] = useState<'view' | 'revoke'>()
  /** The new link, which only a server that sends no mail shows. */
  const [url, setUrl] = useState<string | null>(null)
  const [renew, { isLoading }] = useRenewCustomerLinkMutation()
  const key = useIdempotencyKey()
  const close = () => setOpened(undefined)
  const makeNew = async () => {
    const { data } = await renew({ enquiry, idempotencyKey: key.keyFor(link) })
    if (!data) return
    key.forget()
    setUrl(data.url)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {!link.isConfirmed && <NotConfirmed />}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {stateText(link, messageCount)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Action onClick={() => setOpened('view')}>As the customer sees it</Action>
        <Action isLoading={isLoading} onClick={() => void makeNew()}>
          New link
        </Action>
        {link.isUsable && <Action onClick={() => setOpened('revoke')}>Revoke link</Action>}
      </Box>
      <Suspense>
        {opened === 'view' && <CustomerViewDialog enquiryId={enquiry} onClosed={close} />}
        {url && (
          <LinkDialog
            open
            title="Link to the customer’s page"
            link={{ label: 'Customer’s link', path: pathOf(url) }}
            onClosed={() => setUrl(null)}
          >
            Everyone who has this link can read the enquiry and write as the customer. Send it to the customer only: it
            is shown only now, and the history says that you saw it.
          </LinkDialog>
        )}
        {opened === 'revoke' && <RevokeLinkDialog enquiryId={enquiry} onClosed={close} />}
      </Suspense>
    </Box>
  )
}

function pathOf(url: string) {
  const { pathname, hash } = new URL(url)
  return pathname + hash
}

function NotConfirmed() {
  return (
    <Typography variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
      <Icon name="triangle-alert" size="small" />
      Address not confirmed
    </Typography>
  )
}

function stateText({ isUsable, seenSeq }: CustomerLinkState, messageCount: number) {
  if (!isUsable) return 'No link works at the moment. Make a new one to give the customer access.'
  if (messageCount === 0) return 'The customer has a link to the page.'
  if (seenSeq >= messageCount) return 'The customer has seen every message.'
  return seenSeq === 0
    ? 'The customer has not seen a message yet.'
    : `The customer has seen ${seenSeq} of ${messageCount} messages.`
}

interface ActionProps {
  isLoading?: boolean
  onClick: () => void
  children: string
}

function Action({ isLoading = false, onClick, children }: ActionProps) {
  return (
    <Button size="small" color="inherit" variant="outlined" loading={isLoading} onClick={onClick} sx={fingerHigh}>
      {children}
    </Button>
  )
}
