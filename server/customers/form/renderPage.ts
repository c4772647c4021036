import { createElement, type ReactElement } from 'react'
import type { Language } from '#contract/customers/languages.ts'
import { limits } from '#contract/limits.ts'
import { textsFor } from '#server/customers/texts.ts'
import { ButtonPage, type ButtonShown } from './ButtonPage.tsx'
import { FormPage, type FormShown } from './FormPage.tsx'
import { LinkPage } from './LinkPage.tsx'
import { type Outcome, OutcomePage } from './OutcomePage.tsx'
import type { Shown } from './PageFrame.tsx'

export type { FormErrors, TypedValues } from './Fields.tsx'
export type { Outcome } from './OutcomePage.tsx'
export type { Shown } from './PageFrame.tsx'

/** The form, with what was typed and what is wrong with it. */
export function renderForm(page: FormShown) {
  return render(createElement(FormPage, page))
}

export function renderOutcome(page: Shown, outcome: Outcome) {
  return render(createElement(OutcomePage, { page, outcome }))
}

/** The page of a private link, before the server knows its token. */
export function renderLink(page: Shown, action: string) {
  return render(createElement(LinkPage, { page, action }))
}

/** The page behind the link in the confirmation email. */
export function renderConfirm(page: ButtonShown) {
  const text = textsFor(page.language)
  const texts = {
    title: text('confirm.title'),
    text: text('confirm.text', { company: page.companyName }),
    button: text('confirm.button'),
    hint: text('confirm.hint'),
  }
  return render(createElement(ButtonPage, { page, texts, sign: 'send' }))
}

/** The page behind 'Stop these emails'. */
export function renderStop(page: ButtonShown) {
  const text = textsFor(page.language)
  const texts = {
    title: text('stop.title'),
    text: text('stop.text', { company: page.companyName }),
    button: text('stop.button'),
  }
  return render(createElement(ButtonPage, { page, texts, sign: 'letter' }))
}

/** React's renderer is loaded for the first page, and not at the start. */
async function render(document: ReactElement) {
  const { renderToStaticMarkup } = await import('react-dom/server')
  return `<!doctype html>${renderToStaticMarkup(document)}`
}

type ErrorCode =
  | 'required'
  | 'email'
  | 'tooLong'
  | 'type'
  | 'imageType'
  | 'imageSize'
  | 'tooMany'
  | 'noRoom'
  | 'tooFast'
  | 'expired'
  | 'failed'

/** Says what to correct. `tooLong` needs the value `max`, and `imageType` and `imageSize` need the file's `name`. */
export function errorText(language: Language, code: ErrorCode, values: Record<string, string | number> = {}) {
  const text = textsFor(language)
  return text(`form.errors.${code}`, {
    count: values.max ?? limits.documents,
    megabytes: limits.documentBytes / 1024 / 1024,
    name: text('files.image'),
    ...values,
  })
}

/** The content security policy of these pages. Nothing but the logo may come from other origins, and only these may embed the page. */
export function formPolicy(nonce: string, logoUrl: string | null, frameAncestors: string[]) {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' blob: data:", ...(logoUrl?.startsWith('http') ? [new URL(logoUrl).origin] : [])].join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
  ].join('; ')
}
