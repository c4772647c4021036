declare global {
  interface Window {
    /** The address of the API, from the settings of the server; web/index.html reads them. */
    apiUrl?: string
  }
}

/** Settings of the API client. */
export const apiSettings = {
  baseUrl: window.apiUrl ?? '/api',
  /** 0 means no timeout: an upload has no natural limit. */
  timeout: 0,
  /** Whether an expired access token is renewed or ends the session. */
  tokenExpiration: 'refreshToken' as 'refreshToken' | 'logout',
  /** A token that expires within this time, in milliseconds, is renewed before use. */
  renewalLead: 60_000,
}
