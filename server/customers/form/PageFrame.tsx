import type { ReactNode } from 'react'
import { directionOf, type Language } from '#contract/customers/languages.ts'
import { textsFor } from '#server/customers/texts.ts'
import { pageStyles } from './pageStyles.ts'

/** The company as every page shows it. */
export type Shown = {
  /** Empty if there is no company, as on the page that says so. */
  companyName: string
  logoUrl: string | null
  /** Such as `#146cdd`. */
  colour: string
  language: Language
  languages: Language[]
  greeting: string
  privacyUrl: string | null
  nonce: string
  appName: string
  isEmbedded: boolean
  /** The address of the page without its query, such as `/f/acme`. */
  path: string
}

type PageFrameProps = { page: Shown; title: string; above?: ReactNode; children: ReactNode }

/** The document around each page. The script replaces `main` by that of a response, so everything that differs is in it. */
export function PageFrame({ page, title, above, children }: PageFrameProps) {
  const { language, companyName, nonce, isEmbedded } = page
  return (
    <html lang={language} dir={directionOf(language)} className={isEmbedded ? 'embedded' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.ico" />
        <title>{[title, companyName || page.appName].join(' – ')}</title>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: pageStyles(page.colour) }} />
        <script nonce={nonce} src="/form.js" defer />
      </head>
      <body>
        <div className="frame">
          <main>
            {above}
            <div className="card">{children}</div>
          </main>
          <Footer page={page} />
        </div>
      </body>
    </html>
  )
}

function Footer({ page: { language, privacyUrl, appName } }: { page: Shown }) {
  const text = textsFor(language)
  return (
    <footer>
      {privacyUrl && (
        <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
          {text('form.privacy')}
        </a>
      )}
      <p className="product">{appName}</p>
    </footer>
  )
}

/** The company's logo and name: the heading of the form, and a line above the heading of other pages. */
export function Brand({ page: { companyName, logoUrl }, isHeading }: { page: Shown; isHeading?: boolean }) {
  if (!companyName) return null
  return (
    <div className="brand">
      {logoUrl && <img src={logoUrl} alt="" width="48" height="48" />}
      {isHeading ? <h1 tabIndex={-1}>{companyName}</h1> : <p dir="auto">{companyName}</p>}
    </div>
  )
}

/** The address of the form in a language. An embedded form stays embedded. */
export function addressOf({ path, isEmbedded }: Pick<Shown, 'path' | 'isEmbedded'>, language: Language) {
  return `${path}?lang=${language}${isEmbedded ? '&embedded=1' : ''}`
}
