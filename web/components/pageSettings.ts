import type { Registration } from '#contract/accounts.ts'

/** The settings that the server writes into each page. */
export interface PageSettings {
  appName: string
  vendorName: string
  vendorUrl: string
  notice: string | null
  iconHosts: string[]
  /** Without mail, owners pass on reset links. */
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

/** Reads the settings from the page; returns the defaults where there are none, as in development. */
export function readPageSettings(): PageSettings {
  try {
    return { ...defaults, ...JSON.parse(document.getElementById('settings')?.textContent ?? '') }
  } catch {
    return defaults
  }
}

export const pageSettings = readPageSettings()
