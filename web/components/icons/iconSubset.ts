import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' }
import { getIcons } from '@iconify/utils'
import type { Plugin } from 'vite'
import { type IconName, iconNames } from './iconNames.ts'

/** Provides only these icons as the module `virtual:icons`. An unknown name fails the build. */
export function iconSubset(names: readonly IconName[] = iconNames): Plugin {
  const subset = getIcons(lucide, [...names], true)
  if (!subset || subset.not_found?.length) throw new Error(`Not in lucide: ${subset?.not_found?.join(', ')}`)
  return {
    name: 'icon-subset',
    resolveId: (id) => (id === 'virtual:icons' ? '\0virtual:icons' : undefined),
    load: (id) => (id === '\0virtual:icons' ? `export const icons = ${JSON.stringify(subset)}` : undefined),
  }
}
