import { make } from './element.ts'

/** Shows what is wrong with a field below its label, as the server does, or nothing. */
export function showFieldError(form: HTMLFormElement, field: string, message: string) {
  const place = form.querySelector(`[data-field="${field}"]`)
  const control = form.querySelector(`#${field}`)
  if (!place || !control) return
  const id = `${field}-error`
  place.querySelector(`.error`)?.remove()
  const described = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each && each !== id)
  if (message) {
    place.querySelector('label')!.after(make('p', { id, className: 'error' }, message))
    described.unshift(id)
    control.setAttribute('aria-invalid', 'true')
  } else control.removeAttribute('aria-invalid')
  if (described.length > 0) control.setAttribute('aria-describedby', described.join(' '))
  else control.removeAttribute('aria-describedby')
}

/** Takes over all errors of a form that the server sent back. Returns its summary, which has the focus afterwards. */
export function takeOverErrors(form: HTMLFormElement, sentBack: HTMLFormElement) {
  form.querySelector('#errors')?.remove()
  for (const place of form.querySelectorAll<HTMLElement>('[data-field]')) {
    const field = place.dataset.field!
    showFieldError(form, field, sentBack.querySelector(`#${field}-error`)?.textContent ?? '')
  }
  const summary = sentBack.querySelector<HTMLElement>('#errors')
  // A browser reports it as an error when a second element asks for the focus.
  summary?.removeAttribute('autofocus')
  if (summary) form.prepend(document.adoptNode(summary))
  return summary
}
