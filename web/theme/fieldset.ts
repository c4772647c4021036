/** A group of inputs without the frame that browsers draw around one. */
export const bareFieldset = { border: 0, m: 0, p: 0, minWidth: 0 } as const
