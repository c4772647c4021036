import type { IconName } from '#web/components/icons/iconNames.ts'
import type { ColorMode } from '#web/theme/colorMode.ts'

export const colorModeLooks: Record<ColorMode, { label: string; icon: IconName }> = {
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
  system: { label: 'System', icon: 'monitor' },
}
