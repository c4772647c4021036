declare global {
  interface Window {
    __nonce__?: string
    __zod_globalConfig?: { jitless: boolean }
  }
}

/** The content security policy requires it on every style element that scripts add. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined

// react-hot-toast reads it from here when its module loads.
window.__nonce__ = pageNonce

// The styles of react-hot-toast. It would make the element itself, but with `innerHTML`, which Trusted Types forbid.
const toastStyles = Object.assign(document.createElement('style'), { id: '_goober', nonce: pageNonce ?? '' })
toastStyles.append(' ')
document.head.append(toastStyles)

// Zod reads it from here when its module loads. Without it, Zod tries to make a function from a text, which the policy forbids and reports.
window.__zod_globalConfig = { jitless: true }
