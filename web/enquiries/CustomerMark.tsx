import { Icon } from '#web/components/icons/Icon.tsx'

/** Marks a name as that of a customer outside the company. */
export function CustomerMark() {
  return (
    <span className="customer-mark" title="Customer">
      <Icon name="contact-round" size="small" />
      <span className="visually-hidden">Customer</span>
    </span>
  )
}
