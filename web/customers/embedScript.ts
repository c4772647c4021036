// A company puts this script into a page of its own website: <script src="…/embed.js" data-form="acme" async></script>
embed(document.currentScript as HTMLScriptElement)

/** Puts the form after the script, or in place of the element that `data-target` names. */
function embed(script: HTMLScriptElement) {
  const { form = '', target, title = 'Contact form', lang } = script.dataset
  const { origin } = new URL(script.src)
  const frame = document.createElement('iframe')
  const language = lang ? `&lang=${encodeURIComponent(lang)}` : ''
  frame.src = `${origin}/f/${encodeURIComponent(form)}?embedded=1${language}`
  frame.title = title
  frame.loading = 'lazy'
  frame.width = '100%'
  frame.height = '640'
  // Through the object model: a content security policy may forbid style attributes.
  frame.style.border = '0'
  frame.style.display = 'block'
  const place = target ? document.getElementById(target) : null
  if (place) place.replaceWith(frame)
  else script.after(frame)
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    followHeight(frame, event.data)
    hideLinks(form)
  })
}

function followHeight(frame: HTMLIFrameElement, message: unknown) {
  const { type, height } = (message ?? {}) as { type?: unknown; height?: unknown }
  if (type !== 'enquiry-form-height' || typeof height !== 'number' || !(height > 0)) return
  frame.height = String(Math.min(height, 20_000))
}

/** Hides links to the form once it is shown. They stay for visitors who cannot see it, such as those without scripts. */
function hideLinks(form: string) {
  for (const link of document.querySelectorAll<HTMLElement>('[data-enquiry-link]')) {
    if (['', form].includes(link.dataset.enquiryLink!)) link.hidden = true
  }
}
