const root = document.documentElement

// Runs before the first render: the theme makes the same choice, but only after it has rendered in light colours.
if (root.dataset.colorScheme === 'system') {
  root.dataset.colorScheme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
