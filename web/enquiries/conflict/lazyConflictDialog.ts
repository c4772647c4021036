import { latePart } from '#web/components/lazy/latePart.tsx'

/** Rarely needed, so it is fetched on demand. */
export const ConflictDialog = latePart(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)
