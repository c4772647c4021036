// The program of the package: `node main.js` starts the server, `node main.js backup` runs a command.
import './requireNode.mjs'

const [first] = process.argv.slice(2)
// Options such as --again are for the server.
await import(first === undefined || first.startsWith('-') ? './dist/server/main.js' : './dist/server/run.js')
