declare global {
  interface Window {
    __nonce__?: string
  }
}

/** The content security policy requires it on every style element that scripts add. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined

// react-hot-toast reads it from here when its module loads.
window.__nonce__ = pageNonce
