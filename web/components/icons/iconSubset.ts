import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' }
import { getIcons } from '@iconify/utils'
import type { Plugin } from 'vite'
import { bundledIcons, hostedIcons, type IconName } from './iconNames.ts'

/** Provides the bundled icons as the module `virtual:icons`. A name that lucide does not have fails the build. */
export function iconSubset(): Plugin {
  fromLucide(hostedIcons)
  const icons = JSON.stringify(fromLucide(bundledIcons))
  return {
    name: 'icon-subset',
    resolveId: (id) => (id === 'virtual:icons' ? '\0virtual:icons' : undefined),
    load: (id) => (id === '\0virtual:icons' ? `export const icons = ${icons}` : undefined),
  }
}

function fromLucide(names: readonly IconName[]) {
  const subset = getIcons(lucide, [...names], true)
  if (!subset || subset.not_found?.length) throw new Error(`Not in lucide: ${subset?.not_found?.join(', ')}`)
  return subset
}
