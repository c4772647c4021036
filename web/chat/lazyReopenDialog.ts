import { lazyPart } from '#web/components/lazy/lazyPart.tsx'

export const ReopenDialog = lazyPart(async () => (await import('./ReopenDialog.tsx')).ReopenDialog)
