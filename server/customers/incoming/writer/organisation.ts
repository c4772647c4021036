/** Whether somebody has registered one domain for both, each of which is an address or a domain. */
export async function areOfOneOrganisation(one: string, other: string) {
  // Its list of domains is long, and a server that receives no mail needs none.
  const { getDomain } = await import('tldts')
  const [first, second] = [one, other].map((each) => getDomain(each, { allowPrivateDomains: true }) ?? each)
  return first === second
}
