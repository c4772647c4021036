declare module 'virtual:icons' {
  import type { IconifyJSON } from '@iconify/types'

  export const icons: IconifyJSON
}
