import { languageNames } from '#contract/customers/languages.ts'
import { textsFor } from '#server/customers/texts.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Fields, type FormErrors, type TypedValues } from './Fields.tsx'
import { addressOf, Brand, PageFrame, type Shown } from './PageFrame.tsx'
import { ScriptTexts } from './ScriptTexts.tsx'

export type FormShown = Shown & {
  types: string[]
  values: TypedValues
  errors: FormErrors
  hidden: Record<string, string>
  /** The name of a field that only robots fill in. */
  honeypot: string
  /** A proof-of-work challenge as JSON, which the script solves. */
  challenge: string | null
}

/** The form with which customers write to a company. It works without the script. */
export function FormPage(page: FormShown) {
  const { language, types, values, errors } = page
  const text = textsFor(language)
  return (
    <PageFrame page={page} title={text('form.title')} above={<LanguageLinks page={page} />}>
      <Brand page={page} isHeading />
      <p className="greeting" dir="auto">
        {page.greeting || text('form.intro')}
      </p>
      <form
        id="enquiry"
        method="post"
        encType="multipart/form-data"
        action={addressOf(page, language)}
        data-challenge={page.challenge ?? undefined}
      >
        <ErrorSummary errors={errors} text={text} />
        <Fields text={text} types={types} values={values} errors={errors} />
        <HiddenFields page={page} />
        <div className="send">
          <button className="button" type="submit">
            {text('form.send')}
          </button>
        </div>
      </form>
      <ScriptTexts text={text} nonce={page.nonce} />
    </PageFrame>
  )
}

/** More languages than fit on one line of a phone are folded away. */
const maxLanguagesInLine = 4

function LanguageLinks({ page: { language, languages, ...page } }: { page: Shown }) {
  if (languages.length < 2) return null
  const links = (
    <ul>
      {languages.map((each) => (
        <li key={each}>
          <a
            href={addressOf(page, each)}
            lang={each}
            hrefLang={each}
            aria-current={each === language ? 'true' : undefined}
          >
            {languageNames[each]}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav className="languages" aria-label={textsFor(language)('form.language')}>
      {languages.length <= maxLanguagesInLine ? (
        links
      ) : (
        <details>
          <summary>{languageNames[language]}</summary>
          {links}
        </details>
      )}
    </nav>
  )
}

/** The script replaces all of these after an error by those of the response. */
function HiddenFields({ page: { language, types, hidden, honeypot, challenge } }: { page: FormShown }) {
  const [onlyType] = types
  return (
    <div className="trap" id="unseen-fields" aria-hidden="true">
      {types.length === 1 && <input type="hidden" name="enquiryType" value={onlyType} />}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {challenge !== null && <input type="hidden" name="altcha" value="" />}
      <label>
        {textsFor(language)('form.decoy')}
        <input type="text" name={honeypot} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
