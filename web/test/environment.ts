import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * One window for all test files of a worker. It stays until the process ends, because work that is still running after the
 * last test would otherwise run without a window, which no browser does.
 */
const page: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'page',
  async setup(global, options) {
    await builtinEnvironments.jsdom.setup(global, options)
    leaveTextBoxesUnmeasured(global)
    return { teardown: () => {} }
  },
}

export default page

/**
 * MUI measures a text box at each keystroke to set its height, unless its width is 0. In jsdom, which has no layout, the
 * heights are always 0, but computing the styles took an eighth of the time of the tests that type. All styles except the
 * width are computed when something reads them, so checks of visibility stay true.
 */
function leaveTextBoxesUnmeasured(
  window: Pick<Window & typeof globalThis, 'getComputedStyle' | 'HTMLTextAreaElement'>,
) {
  const compute = window.getComputedStyle
  window.getComputedStyle = (element, pseudo) =>
    element instanceof window.HTMLTextAreaElement ? widthless(() => compute(element, pseudo)) : compute(element, pseudo)
}

function widthless(compute: () => CSSStyleDeclaration) {
  let styles: CSSStyleDeclaration | undefined
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'width') return '0px'
      styles ??= compute()
      const value: unknown = Reflect.get(styles, name)
      return typeof value === 'function' ? value.bind(styles) : value
    },
  })
}
