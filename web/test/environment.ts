import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * Keeps the window until the process of the test file ends. Otherwise work that is still running after the last test
 * would run without a window, which no browser does.
 */
const page: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'page',
  async setup(global, options) {
    await builtinEnvironments.jsdom.setup(global, options)
    return { teardown: () => {} }
  },
}

export default page
