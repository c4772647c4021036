/** Whether an address says that nobody reads what is sent to it. */
export function takesNoAnswers(address: string) {
  return /(?:^|[._+-])(?:no|not|do-?not|never)[._-]?reply(?:[._+-]|$)/i.test(address.split('@')[0]!)
}
