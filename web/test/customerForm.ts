type Shown = { errors?: string; values?: string; unseen?: string; challenge?: string }

const texts = {
  sending: 'Sending …',
  preparing: 'Preparing images …',
  noConnection: 'Not sent: there is no connection.',
  failed: 'Your enquiry was not sent.',
  restored: 'We kept what you typed last time.',
  clear: 'Clear',
  add: 'Add images',
  drop: 'or drop them here',
  image: 'Image',
  remove: 'Remove %name%',
  imageType: '“%name%” is not an image',
  imageSize: '“%name%” is too large',
  tooMany: 'At most 5 images.',
  added: ['0 images', '1 image', '2 images', '3 images', '4 images', '5 images'],
}

/** The form for customers as the server renders it, reduced to what its script relies on. */
export function customerForm({ errors = '', values = '', unseen = 'name="key" value="k1"', challenge }: Shown = {}) {
  const work = challenge ? `data-challenge="${challenge.replaceAll('"', '&quot;')}"` : ''
  const error = errors && `<p class="error" id="summery-error">${errors}</p>`
  const summary = `<div class="summary" id="errors" role="alert" tabindex="-1"><a href="#summery">${errors}</a></div>`
  return `<main><h1>Acme</h1>
    <form id="enquiry" method="post" action="/f/acme?lang=en" ${work}>
      ${errors && summary}
      <div class="field" data-field="summery"><label for="summery">Subject</label>${error}
        <input class="control" id="summery" name="summery" value="${values}"></div>
      <div class="field" data-field="description"><label for="description">Message</label>
        <textarea class="control" id="description" name="description"></textarea></div>
      <div class="field" data-field="documents"><label for="documents">Images</label><div class="drop">
        <input type="file" id="documents" name="documents" multiple accept="image/png,image/jpeg,image/gif"
          aria-describedby="documents-hint"><p id="documents-hint">Up to 5 images</p></div></div>
      <div id="unseen-fields"><input type="hidden" ${unseen}>${challenge ? '<input type="hidden" name="altcha">' : ''}</div>
      <div class="send"><button class="button" type="submit">Send</button></div>
    </form><script type="application/json" id="texts">${JSON.stringify(texts)}</script></main>`
}

/** A page that says what became of an enquiry. */
export function outcomePage(title: string, body = '') {
  return `<!doctype html><title>${title} – Acme</title><main><div class="outcome"><h1 tabindex="-1">${title}</h1>
    <p>Text of ${title}</p>${body}</div></main>`
}
