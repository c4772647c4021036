import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import type { ContactDetails } from '#contract/customers/contacts.ts'
import { languageNames } from '#contract/customers/languages.ts'
import { lazy } from '#web/components/lazy/lazy.ts'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { useGetContactQuery } from '#web/customers/customerApi.ts'
import { DetailsSection } from '#web/enquiries/details/DetailsSection.tsx'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'

const ContactDialog = lazy(async () => ({ default: (await import('./ContactDialog.tsx')).ContactDialog }))

interface ContactSectionProps {
  /** Of the contact. */
  id: string
  level: 'h2' | 'h3'
}

/** The customer who raised an enquiry. */
export function ContactSection({ id, level }: ContactSectionProps) {
  return (
    <DetailsSection title="Customer" level={level}>
      <Loaded id={id} />
    </DetailsSection>
  )
}

interface LoadedProps {
  id: string
}

function Loaded({ id }: LoadedProps) {
  const contact = useGetContactQuery(id)
  const { data, error, refetch } = contact
  useRefetchOn((event) => event.subject === 'user' && event.id === id, contact)
  if (data) return <Facts contact={data} />
  if (error) return <LoadFailed what="The customer" failure={error} onRetry={refetch} />
  return <Skeleton variant="rounded" height={60} />
}

interface FactsProps {
  contact: ContactDetails
}

function Facts({ contact }: FactsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {contact.email}
        <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {languageNames[contact.language]}
        </Box>
      </Typography>
      <States contact={contact} />
      <Button size="small" color="inherit" variant="outlined" onClick={() => setIsOpen(true)}>
        Edit customer
      </Button>
      {isOpen && (
        <Suspense>
          <ContactDialog contact={contact} onClosed={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Box>
  )
}

function States({ contact: { isBlocked, isUndeliverable } }: FactsProps) {
  if (!isBlocked && !isUndeliverable) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {isBlocked && <Chip size="small" color="error" variant="outlined" label="Blocked" />}
      {isUndeliverable && <Chip size="small" color="error" variant="outlined" label="Emails come back" />}
    </Box>
  )
}
