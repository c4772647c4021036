import { builtinEnvironments, type Environment } from 'vitest/runtime'
import { computeStylesOnDemand } from './styles/computedStyle.ts'

/**
 * One window for all test files of a worker. It stays until the process ends, because work that is still running after the
 * last test would otherwise run without a window, which no browser does.
 */
const page: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'page',
  async setup(global, options) {
    await builtinEnvironments.jsdom.setup(global, options)
    computeStylesOnDemand(global)
    return { teardown: () => {} }
  },
}

export default page
