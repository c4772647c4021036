/** Documents go out one after the other in one body: how much of each has gone when `share` of the whole has. */
export function sharesSent(share: number, sizes: number[]) {
  let ahead = share * sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size) => {
    const gone = Math.min(Math.max(ahead, 0), size)
    ahead -= size
    return gone / size
  })
}
