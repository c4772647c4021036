declare global {
  interface Window {
    __nonce__?: string
  }
}

/** What the content security policy asks of every style element made at run time. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined

// The styles of the toasts read it from here, at the moment their module is loaded.
window.__nonce__ = pageNonce
