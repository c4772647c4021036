/** For a notice that is no alert: screen readers read it at the next pause, after a toast that gives its reason. */
export const politely = { role: 'status' }
