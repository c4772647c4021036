import { useAbility } from '@casl/react'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { ContactSection } from './contacts/ContactSection.tsx'
import { CustomerLinkSection } from './thread/CustomerLinkSection.tsx'

interface CustomerSectionsProps {
  enquiry: Enquiry
  level: 'h2' | 'h3'
}

/** The customer who raised an enquiry, and the page that the customer sees. Nothing for an enquiry of a colleague. */
export function CustomerSections({ enquiry, level }: CustomerSectionsProps) {
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  if (enquiry.user.kind !== 'contact' || !canAnswer) return null
  return (
    <>
      <ContactSection id={enquiry.user._id} level={level} />
      <CustomerLinkSection enquiry={enquiry} level={level} />
    </>
  )
}
