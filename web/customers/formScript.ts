import { FormChallenge } from './challenge.ts'
import { ImageField } from './imageField.ts'
import { readTexts } from './pageTexts.ts'
import { Sending } from './sending.ts'
import { TypedDraft } from './typedDraft.ts'

// The pages for customers work without this script. It adds what only a browser can do.
improveForm()
offerToCopy()
postHeight()

function improveForm() {
  const form = document.querySelector<HTMLFormElement>('form#enquiry')
  if (!form) return
  const texts = readTexts()
  const images = new ImageField(form, texts)
  const draft = new TypedDraft(form, texts)
  const challenge = new FormChallenge(form)
  void new Sending(form, { images, draft, challenge, texts, onSent: offerToCopy })
}

/** Shows the buttons that copy a link. Browsers copy only on pages with HTTPS, and on the same machine. */
function offerToCopy() {
  if (!navigator.clipboard) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const { copy, copied } = button.dataset
    button.hidden = false
    button.addEventListener('click', () => {
      const field = document.getElementById(copy!) as HTMLInputElement
      field.select()
      void navigator.clipboard.writeText(field.value).then(() => (button.textContent = copied!))
    })
  }
}

/** Tells the website around the form how tall it is, which that website cannot measure. */
function postHeight() {
  if (window.parent !== window) new ResizeObserver(post).observe(document.body)
}

function post() {
  const height = Math.ceil(document.body.getBoundingClientRect().height)
  window.parent.postMessage({ type: 'enquiry-form-height', height }, '*')
}
