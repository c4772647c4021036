/** Settings of the API client. */
export const apiSettings = {
  baseUrl: import.meta.env.VITE_API_URL ?? '/api',
  /** 0 means no timeout: an upload has no natural limit. */
  timeout: 0,
  /** Whether an expired access token is renewed or ends the session. */
  tokenExpiration: 'refreshToken' as 'refreshToken' | 'logout',
  /** A token that expires within this time, in milliseconds, is renewed before use. */
  renewalLead: 60_000,
}
