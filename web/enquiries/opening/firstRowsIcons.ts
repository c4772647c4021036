import type { IconName } from '#web/components/icons/iconNames.ts'

/** The icons of a row. */
export const firstRowsIcons: IconName[] = [
  'badge-check',
  'circle-dot',
  'circle-pause',
  'contact-round',
  'ellipsis-vertical',
  'headset',
  'loader',
  'message-circle',
  'paperclip',
  'scan-eye',
  'star',
]
