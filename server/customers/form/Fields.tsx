import { imageTypes } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import type { Texts } from '#server/customers/texts.ts'
import { FieldError, TextField } from './TextField.tsx'

export type TypedValues = { enquiryType: string; summery: string; description: string; name: string; email: string }
/** Translated texts. `form` is about no single field. */
export type FormErrors = Partial<Record<keyof TypedValues | 'documents' | 'form', string>>

type FieldsProps = { text: Texts; types: string[]; values: TypedValues; errors: FormErrors }

/** The fields that a visitor fills in: first the enquiry, then name and address. */
export function Fields({ text, types, values, errors }: FieldsProps) {
  return (
    <>
      {types.length > 1 && (
        <TypeField text={text} types={types} value={values.enquiryType} error={errors.enquiryType} />
      )}
      <TextField
        name="summery"
        label={text('form.summary')}
        error={errors.summery}
        control={{ defaultValue: values.summery, maxLength: limits.summery }}
      />
      <TextField
        name="description"
        label={text('form.description')}
        error={errors.description}
        control={{ defaultValue: values.description, maxLength: limits.description }}
        isLong
      />
      <ImagesField text={text} error={errors.documents} />
      <div className="pair">
        <TextField
          name="name"
          label={text('form.name')}
          error={errors.name}
          control={{ defaultValue: values.name, maxLength: limits.name, autoComplete: 'name' }}
        />
        <TextField
          name="email"
          label={text('form.email')}
          error={errors.email}
          hint={text('form.emailHint')}
          control={{
            type: 'email',
            defaultValue: values.email,
            maxLength: limits.email,
            autoComplete: 'email',
            dir: 'ltr',
          }}
        />
      </div>
    </>
  )
}

type TypeFieldProps = { text: Texts; types: string[]; value: string; error?: string }

function TypeField({ text, types, value, error }: TypeFieldProps) {
  return (
    <div className="field" data-field="enquiryType">
      <label htmlFor="enquiryType">{text('form.type')}</label>
      <FieldError name="enquiryType" error={error} />
      <span className="choice">
        <select
          className="control"
          id="enquiryType"
          name="enquiryType"
          required
          defaultValue={types.includes(value) ? value : ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'enquiryType-error' : undefined}
        >
          <option value="">{text('form.chooseType')}</option>
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </span>
    </div>
  )
}

function ImagesField({ text, error }: { text: Texts; error?: string }) {
  const megabytes = limits.documentBytes / 1024 / 1024
  return (
    <div className="field" data-field="documents">
      <label htmlFor="documents">
        {text('form.images')} <span className="optional">({text('form.optional')})</span>
      </label>
      <FieldError name="documents" error={error} />
      <div className="drop">
        <input
          type="file"
          id="documents"
          name="documents"
          multiple
          accept={imageTypes.join()}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'documents-error documents-hint' : 'documents-hint'}
        />
        <p className="hint" id="documents-hint">
          {text('files.limits', { count: limits.documents, megabytes })}
        </p>
      </div>
    </div>
  )
}
