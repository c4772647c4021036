import type { ColorMode } from '#web/theme/colorMode.ts'
import type { IconName } from './iconNames.ts'

export const colorModeLooks: Record<ColorMode, { label: string; icon: IconName }> = {
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
  system: { label: 'System', icon: 'monitor' },
}
