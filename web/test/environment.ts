import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * A page whose window stays to the end: what it still had under way as its last test ended would otherwise go on
 * without one, which no browser does. The process of a test file ends with it.
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
