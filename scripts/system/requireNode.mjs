// Imported first, and written so that an old Node can read it and say what it lacks.
const [major, minor] = process.versions.node.split('.').map(Number)

if ((major === 20 && minor < 19) || (major === 22 && minor < 12) || major < 20 || major === 21) {
  console.error(
    `Node 20.19 or newer is needed (of 22: 22.12); this is ${process.versions.node}. See https://nodejs.org`,
  )
  process.exit(1)
}
