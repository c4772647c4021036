import type { User } from '#contract/accounts.ts'
import { latePart } from '#web/components/lazy/latePart.tsx'

export const LateConfirmEmailBanner = latePart(
  async () => (await import('./ConfirmEmailBanner.tsx')).ConfirmEmailBanner,
)

/** Fetches the code of the banner if this person is going to see it. Without it, the banner appears late and moves the page down. */
export async function fetchConfirmEmailBanner(user: User | null) {
  if (!user?.mustConfirmEmail) return
  await LateConfirmEmailBanner.fetch().catch(() => {
    // The banner fetches it again.
  })
}
