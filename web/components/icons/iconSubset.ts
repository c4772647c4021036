import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' }
import { getIcons } from '@iconify/utils'
import type { Plugin } from 'vite'
import { iconNames } from './iconNames.ts'

/** Provides only the icons in use as the module `virtual:icons`. An unknown name fails the build. */
export function iconSubset(): Plugin {
  const subset = getIcons(lucide, [...iconNames], true)
  if (!subset || subset.not_found?.length) throw new Error(`Not in lucide: ${subset?.not_found?.join(', ')}`)
  return {
    name: 'icon-subset',
    resolveId: (id) => (id === 'virtual:icons' ? '\0virtual:icons' : undefined),
    load: (id) => (id === '\0virtual:icons' ? `export const icons = ${JSON.stringify(subset)}` : undefined),
  }
}
