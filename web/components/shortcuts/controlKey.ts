/** What the key that makes commands of others is called on this device. */
export function controlKey() {
  return /Mac|iPhone|iPad/.test(window.navigator.userAgent) ? '⌘' : 'Ctrl'
}
