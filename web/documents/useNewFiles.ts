import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { fileError } from '#web/api/files/fileForm.ts'
import { isImage } from '#web/components/forms/readImages.ts'
import type { KeptFile } from '#web/storage/database.ts'
import { contentOf, type NewFile } from '#web/storage/keptFiles.ts'
import type { FileRules, FileTexts } from './fileRules.ts'
import { nameForType, RefusedFile } from './prepareImage.ts'
import type { ShownDocument } from './shownDocument.ts'

/** A file that has been added but not uploaded yet. Its `url` is an object URL. */
export interface ChosenFile extends ShownDocument {
  key: string
  isImage: boolean
  /** Bytes, as the person chose it. */
  size: number
  /** The content to send; null if the file was refused. */
  prepared: Promise<Blob | null>
}

/** Files that a person adds to an enquiry or to a message, before they are sent. */
export function useNewFiles(rules: FileRules) {
  const [chosen, setChosen] = useState<ChosenFile[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  useRevokedUrls(chosen)

  const drop = (keys: string[]) => setChosen((now) => now.filter(({ key }) => !keys.includes(key)))
  const prepare = async (key: string, file: File) => {
    try {
      return await rules.prepare(file)
    } catch (error) {
      const refusal = refusalOf(error, file, rules.texts)
      drop([key])
      setRefusals((now) => [...now, refusal])
      return null
    }
  }
  /** Returns the files that are added. */
  const add = (files: File[]) => {
    const allowed = files.filter((file) => rules.refusalOf(file) === undefined)
    const refused = files.flatMap((file) => rules.refusalOf(file) ?? [])
    const room = Math.max(0, rules.max - chosen.length)
    const leftOut = allowed.slice(room).map(({ name }) => name)
    setRefusals(
      leftOut.length > 0 ? [...refused, `${rules.tooMany} ${rules.texts.leftOut(leftOut.join(', '))}`] : refused,
    )
    const added = allowed.slice(0, room).map((file): ChosenFile => {
      const key = v4()
      return { key, name: file.name.slice(-limits.documentName), ...looks(file), prepared: prepare(key, file) }
    })
    setChosen((now) => [...now, ...added])
    return added
  }
  /** Adds files that this device has kept: they are prepared already. */
  const restore = (files: KeptFile[]) => {
    const restored = files.map(toChosen)
    setChosen((now) => [...now, ...restored.filter((file) => now.every(({ key }) => key !== file.key))])
  }
  return {
    chosen,
    refusals,
    add,
    restore,
    drop,
    remove: (index: number) => drop([chosen[index]!.key]),
    /** The files to send; null if one was refused, which the page then shows. */
    read: () => readAll(chosen),
    ...useSending(rules, setChosen),
  }
}

export type NewFiles = ReturnType<typeof useNewFiles>

function toChosen(file: KeptFile): ChosenFile {
  const content = contentOf(file)
  return { key: file.id, name: file.name, ...looks(content), prepared: Promise.resolve(content) }
}

function looks(content: Blob) {
  return { isImage: isImage(content), size: content.size, url: isImage(content) ? URL.createObjectURL(content) : '' }
}

/** A file may have been moved or changed since it was chosen, or may be a folder. */
function refusalOf(error: unknown, { name }: File, texts: FileTexts) {
  if (error instanceof RefusedFile) return error.message
  if (error instanceof DOMException) return texts.unreadable(name)
  // A phone may run out of memory for large pictures.
  console.error('Failed to prepare a file', error)
  return texts.tooHard(name)
}

async function readAll(chosen: ChosenFile[]): Promise<NewFile[] | null> {
  const contents = await Promise.all(chosen.map(({ prepared }) => prepared))
  const files = contents.flatMap((content, index) => {
    const { key: id, name } = chosen[index]!
    return content ? [{ id, name: nameForType(name, content.type), content }] : []
  })
  return files.length === chosen.length ? files : null
}

/** The upload progress of each file, and the error of the server about it. */
function useSending({ field }: FileRules, setChosen: (change: (chosen: ChosenFile[]) => ChosenFile[]) => void) {
  const sizes = useRef<number[]>([])
  const begin = (files: NewFile[]) => {
    sizes.current = files.map(({ content }) => content.size)
    setChosen((now) => now.map((file) => ({ ...file, sent: 0, error: undefined })))
  }
  const showSent = (fraction: number) => {
    const fractions = sentFractions(fraction, sizes.current)
    setChosen((now) => now.map((file, index) => ({ ...file, sent: fractions[index] })))
  }
  const stop = (errors: Record<string, string> = {}) =>
    setChosen((now) => now.map((file, index) => ({ ...file, sent: undefined, error: fileError(field, index, errors) })))
  return { begin, showSent, stop }
}
/** The files are sent one after the other in one body: converts the sent fraction of the body to one per document. */
export function sentFractions(fraction: number, sizes: number[]) {
  let remaining = fraction * sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size) => {
    const sent = Math.min(Math.max(remaining, 0), size)
    remaining -= size
    return sent / size
  })
}

/** An object URL keeps its file in memory until it is revoked. */
function useRevokedUrls(chosen: ChosenFile[]) {
  const shown = useRef<string[]>([])
  useEffect(() => {
    const urls = chosen.map(({ url }) => url)
    for (const url of shown.current) if (!urls.includes(url)) URL.revokeObjectURL(url)
    shown.current = urls
  }, [chosen])
  const revokeAll = useEffectEvent(() => shown.current.forEach((url) => URL.revokeObjectURL(url)))
  useEffect(() => () => revokeAll(), [])
}
