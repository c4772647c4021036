import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

/** The browsers besides Chromium: for each variable that names a program, what Debian's packages of it contain. */
const browsers = [
  { name: 'Firefox', variable: 'FIREFOX_PATH', programs: { 'firefox-esr': '/usr/bin/firefox-esr' } },
  {
    name: 'WebKit',
    variable: 'WEBKIT_DRIVER_PATH',
    programs: { 'webkit2gtk-driver': '/usr/bin/WebKitWebDriver', xvfb: '/usr/bin/Xvfb' },
  },
]

/** The variables with the paths of Firefox and of WebKit's driver, installed if needed, without those that cannot be installed. */
export async function findOrInstallOtherBrowsers() {
  const found = {}
  for (const { name, variable, programs } of browsers) {
    for (const [deb, path] of Object.entries(programs)) if (!existsSync(path)) await installByApt(deb)
    const paths = Object.values(programs)
    if (paths.every((path) => existsSync(path))) found[variable] = paths[0]
    else console.log(`${name} cannot be installed here. Its journeys are skipped.`)
  }
  return found
}
