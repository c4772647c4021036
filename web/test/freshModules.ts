import { vi } from 'vitest'

// A worker loads React and MUI once, but each test file has the product's own modules, and their state, to itself.
vi.resetModules()
