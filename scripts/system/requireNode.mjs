// Imported first, and written in syntax that old versions of Node can run, so that they print this message.
const [major, minor] = process.versions.node.split('.').map(Number)

if ((major === 20 && minor < 19) || (major === 22 && minor < 12) || major < 20 || major === 21) {
  console.error(`Node 20.19+ or 22.12+ is required; this is ${process.versions.node}. See https://nodejs.org`)
  process.exit(1)
}
