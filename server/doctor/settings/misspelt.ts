/** Real variables of other programs that resemble a setting of this product. */
const others = ['SSL_CERT_DIR']

/** The setting whose name a variable probably should have; undefined if there is none. */
export function meantSetting(variable: string, settings: string[]) {
  if (settings.includes(variable) || others.includes(variable)) return undefined
  const name = variable.toUpperCase()
  const near = settings.map((setting) => ({ setting, distance: distanceOf(name, setting) }))
  const [nearest] = near.toSorted((one, other) => one.distance - other.distance)
  return nearest && nearest.distance <= maxDistance(nearest.setting) ? nearest.setting : undefined
}

/** Short names differ in one letter by chance. */
function maxDistance(setting: string) {
  return setting.length < 8 ? 1 : 2
}

/** How many letters were left out, added, replaced or exchanged with the next one (optimal string alignment). */
function distanceOf(one: string, other: string) {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row += 1) {
    const [previous, current] = [rows[row - 1]!, [row]]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = previous[column - 1]! + Number(one[row - 1] !== other[column - 1])
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const exchanged = row > 1 && column > 1 && isExchanged ? rows[row - 2]![column - 2]! + 1 : Infinity
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, replaced, exchanged))
    }
    rows.push(current)
  }
  return rows.at(-1)!.at(-1)!
}
