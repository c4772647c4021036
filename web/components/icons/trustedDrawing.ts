interface Policy {
  createHTML: (html: string) => string
}

declare global {
  interface Window {
    /** https://www.w3.org/TR/trusted-types/ */
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy }
  }
}

/** The page has no other policy, so browsers that know Trusted Types let no other text become a part of it. */
const policy = window.trustedTypes?.createPolicy('icons', { createHTML: (html) => html })

/** The drawing of an icon, from the build or from a host of icons. */
export function trustedDrawing(body: string) {
  return { __html: policy ? policy.createHTML(body) : body }
}
