import type { User } from '#contract/accounts.ts'
import { latePart } from '#web/components/lazy/latePart.tsx'

export const LateConfirmEmailBanner = latePart(
  async () => (await import('./ConfirmEmailBanner.tsx')).ConfirmEmailBanner,
)

/** So that the banner is there when the page appears: later, it would move the page down under the pointer. */
export async function fetchConfirmEmailBanner(user: User | null) {
  if (!user?.mustConfirmEmail) return
  await LateConfirmEmailBanner.fetch().catch(() => {
    // It is fetched again, and appears late.
  })
}
