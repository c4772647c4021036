/** The toast that tells of a message that was refused, by the id of the message. */
export function refusalToast(id: string) {
  return `refused:${id}`
}
