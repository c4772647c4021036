import { printTotals, readTotals } from './totals.mjs'

printTotals(['features', 'system'].map(readTotals))
