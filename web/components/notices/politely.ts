/** For a notice that is no alert: screen readers read it at the next pause, after the toast that may give its reason. */
export const politely = { role: 'status' }
