import type { TextKey, Texts } from '#server/customers/texts.ts'
import type { FormErrors } from './Fields.tsx'

const labels = {
  enquiryType: 'form.type',
  summery: 'form.summary',
  description: 'form.description',
  documents: 'form.images',
  name: 'form.name',
  email: 'form.email',
} as const satisfies Record<Exclude<keyof FormErrors, 'form'>, TextKey>

type FieldName = keyof typeof labels

/** Says at the top what to correct, and links to each field. It has the focus when the page opens. */
export function ErrorSummary({ errors: { form, ...ofFields }, text }: { errors: FormErrors; text: Texts }) {
  const fields = (Object.keys(labels) as FieldName[]).filter((field) => ofFields[field])
  if (!form && fields.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- people must hear what to correct before they reach the fields.
    <div className="summary" id="errors" role="alert" tabIndex={-1} autoFocus>
      <h2>{fields.length > 0 ? text('form.errorCount', { count: fields.length }) : form}</h2>
      {form && fields.length > 0 && <p>{form}</p>}
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <a href={`#${field}`}>
              {text(labels[field])} – {ofFields[field]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
