/** The role of a notice whose reason a toast gives: screen readers hear the toast, and then at the next pause the notice. */
export const politely = { role: 'status' }
