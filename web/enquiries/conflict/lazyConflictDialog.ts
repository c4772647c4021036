import { latePart } from '#web/components/lazy/latePart.tsx'

/** Seldom needed, so it comes when it is. */
export const ConflictDialog = latePart(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)
