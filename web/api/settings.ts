/** How the client talks to the server. */
export const apiSettings = {
  baseUrl: import.meta.env.VITE_API_URL ?? '/api',
  /** 0 waits as long as it takes: an upload has no natural limit. */
  timeout: 0,
  /** What becomes of an access token that runs out: it is renewed, or the session ends. */
  tokenExpiration: 'refreshToken' as 'refreshToken' | 'logout',
  /** A token with less than this left to live, in milliseconds, is renewed before it is used. */
  renewalLead: 60_000,
}
