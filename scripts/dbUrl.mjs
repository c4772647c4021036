import './system/requireNode.mjs'
import { databaseUrl } from './databaseUrl.mjs'

console.log(await databaseUrl())
