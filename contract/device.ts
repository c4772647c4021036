export interface Device {
  /** As a person would name it: 'Chrome on Linux'. */
  name: string
  kind: 'computer' | 'phone' | 'tablet'
}

type Names = readonly (readonly [sign: RegExp, name: string])[]

// Browsers name those they descend from as well, so the more particular ones come first.
const browsers: Names = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|HeadlessChrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]

const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What a browser's name for itself (its user agent) says to a person. */
export function deviceOf(userAgent: string): Device {
  const browser = nameIn(userAgent, browsers)
  const system = nameIn(userAgent, systems)
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device')
  return { name, kind: kindOf(userAgent) }
}

function nameIn(userAgent: string, names: Names) {
  return names.find(([sign]) => sign.test(userAgent))?.[1]
}

function kindOf(userAgent: string): Device['kind'] {
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet'
  if (/\biPhone\b|\bMobile\b/.test(userAgent)) return 'phone'
  // Android says `Mobile` on phones alone.
  return /\bAndroid\b/.test(userAgent) ? 'tablet' : 'computer'
}
