export interface Device {
  /** Readable name: 'Chrome on Linux'. */
  name: string
  kind: 'computer' | 'phone' | 'tablet'
}

type Names = readonly (readonly [pattern: RegExp, name: string])[]

// A browser's user agent also names the browsers it derives from, so the most specific patterns come first.
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

/** Turns a user agent into a readable name. */
export function deviceOf(userAgent: string): Device {
  const browser = nameIn(userAgent, browsers)
  const system = nameIn(userAgent, systems)
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device')
  return { name, kind: kindOf(userAgent) }
}

function nameIn(userAgent: string, names: Names) {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}

function kindOf(userAgent: string): Device['kind'] {
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet'
  if (/\biPhone\b|\bMobile\b/.test(userAgent)) return 'phone'
  // Android includes `Mobile` on phones only.
  return /\bAndroid\b/.test(userAgent) ? 'tablet' : 'computer'
}
