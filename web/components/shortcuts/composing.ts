// Input methods, as for Japanese, end a composition with a key such as Enter, which then is nobody else's. Safari reports that key after the
// composition, with the code 229 (UI Events, section 4.3.1). Whatever handles keys comes after this, so that none of it can forget the rule.
window.addEventListener('keydown', (event) => isComposing(event) && event.stopImmediatePropagation(), { capture: true })

function isComposing(event: KeyboardEvent) {
  return event.isComposing || event.keyCode === 229
}
