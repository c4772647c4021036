const root = document.documentElement

// Before anything is drawn by script: the theme decides the same, but only once it has drawn in light colours.
if (root.dataset.colorScheme === 'system') {
  root.dataset.colorScheme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
