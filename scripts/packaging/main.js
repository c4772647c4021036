// The program of the package: `node main.js` starts the server, `node main.js backup` runs a command.
import './requireNode.mjs'

const [first] = process.argv.slice(2)
// Anything else names a command, or is a mistake that must not start a server.
await import(first === undefined || first === '--again' ? './dist/server/main.js' : './dist/server/run.js')
