import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'

/** The key `e` begins editing. */
export function useEditKey(isActive: boolean, onPressed: () => void) {
  useShortcut('edit', onPressed, isActive)
}
