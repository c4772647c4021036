import { useRef, type ChangeEvent, type Ref } from 'react'

interface FileInputProps {
  ref: Ref<HTMLInputElement>
  label: string
  accept: string
  multiple?: boolean
  disabled?: boolean
  onChosen: (files: File[]) => void
}

/** The hidden input behind a button that opens the file picker. */
export function FileInput({ ref, label, onChosen, ...props }: FileInputProps) {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    // Without this, choosing the same file again would not fire a change event.
    event.target.value = ''
    if (files.length > 0) onChosen(files)
  }
  return <input {...props} ref={ref} type="file" hidden aria-label={label} onChange={choose} />
}

export function useFileInput() {
  const input = useRef<HTMLInputElement>(null)
  return { input, open: () => input.current?.click() }
}
