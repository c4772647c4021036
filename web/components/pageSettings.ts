import type { Registration } from '#contract/accounts.ts'

/** What the server writes into each page. */
export interface PageSettings {
  appName: string
  vendorName: string
  vendorUrl: string
  notice: string | null
  iconHosts: string[]
  /** Else a link to a new password comes from whoever runs the server. */
  sendsMail: boolean
  registration: Registration
}

const defaults: PageSettings = {
  appName: 'Enquiry Desk',
  vendorName: 'Enquiry Desk',
  vendorUrl: '/',
  notice: null,
  iconHosts: [],
  sendsMail: false,
  registration: 'open',
}

/** What the server wrote into the page; without a server (development) the defaults. */
export function readPageSettings(): PageSettings {
  try {
    return { ...defaults, ...JSON.parse(document.getElementById('settings')?.textContent ?? '') }
  } catch {
    return defaults
  }
}

export const pageSettings = readPageSettings()
