/** Lengths of the command palette. */
export const paletteSizes = { list: '50dvh', touchedOption: 48 } as const
