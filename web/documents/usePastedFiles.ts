import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Accepts files pasted anywhere on the page; with `around`, not into the fields outside this element. */
export function usePastedFiles(onPasted: (files: File[]) => void, around?: RefObject<HTMLElement | null>) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || isMeantAsText(event)) return
    if (around?.current && isField(event.target) && !around.current.contains(event.target)) return
    event.preventDefault()
    onPasted(files.map(withUniqueName))
  })
  useEffect(() => {
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

/** Office programs copy a picture of the text together with the text. */
function isMeantAsText({ target, clipboardData }: ClipboardEvent) {
  return isField(target) && clipboardData?.types.includes('text/plain') === true
}

function isField(target: EventTarget | null): target is Element {
  return target instanceof Element && target.matches('input, textarea')
}

/** Every pasted screenshot is called `image.png`; the time makes the names different. */
function withUniqueName(file: File) {
  if (!/^image\.\w+$/.test(file.name)) return file
  const time = new Date().toTimeString().slice(0, 8).replaceAll(':', '.')
  return new File([file], `Pasted ${time}${file.name.slice('image'.length)}`, { type: file.type })
}
