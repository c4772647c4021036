/** Lengths of the command palette. */
export const paletteSizes = { list: '50dvh' } as const
