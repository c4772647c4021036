import { raiseAsCustomer } from '#server/test/customers.ts'
import { bouncedMail, heldMail } from '#server/test/mail/incomingMail.ts'
import type { Person } from '#server/test/people.ts'
import { dataUrl } from '#server/test/pictures.ts'

/**
 * A customer's enquiry with all that one can have: a note, a reply with a file, an email, one that is held,
 * and one that came back.
 */
export async function conversation(owner: Person) {
  const raised = await raiseAsCustomer(owner)
  const enquiry = raised.enquiryId
  const files = [{ name: 'steps.txt', url: dataUrl('1. Open the lid.', 'text/plain') }]
  await owner.post('/chat', { enquiry, message: 'It is on its way.', side: 'host', files })
  await owner.post('/notes', { enquiry, note: `Ask @[${owner.user._id}]`, mentions: [owner.user._id] })
  await owner.post(`/held-mails/${await heldMail(owner, enquiry)}/accept`, { as: 'message' })
  await heldMail(owner, enquiry)
  await bouncedMail(owner, enquiry)
  return raised
}
