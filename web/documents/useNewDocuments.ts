import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { isImage, notAnImage } from '#web/components/forms/readImages.ts'
import type { KeptFile } from '#web/storage/database.ts'
import { nameForType, prepareImage, RefusedFile } from './prepareImage.ts'
import type { ShownDocument } from './shownDocument.ts'

/** A file that has been added but not uploaded yet. Its `url` is an object URL. */
interface Draft extends ShownDocument {
  key: string
  /** The image to send; null if the file was refused. */
  prepared: Promise<Blob | null>
}

/** A document to send. */
export interface NewFile {
  name: string
  content: Blob
}

/** The documents of a new enquiry, before it is sent. */
export function useNewDocuments() {
  const [drafts, setDrafts] = useState<Draft[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  useRevokedUrls(drafts)

  const drop = (key: string) => setDrafts((now) => now.filter((draft) => draft.key !== key))
  const prepare = async (key: string, file: File) => {
    try {
      return await prepareImage(file)
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error
      drop(key)
      setRefusals((now) => [...now, error.message])
      return null
    }
  }
  const toDraft = (file: File, key = v4()): Draft => {
    const name = file.name.slice(-limits.documentName)
    return { key, name, url: URL.createObjectURL(file), prepared: prepare(key, file) }
  }
  const add = (files: File[]) => {
    const images = files.filter(isImage)
    const room = limits.documents - drafts.length
    const refused = files.filter((file) => !isImage(file)).map(notAnImage)
    setRefusals(images.length > room ? [...refused, tooMany(images.slice(room))] : refused)
    setDrafts([...drafts, ...images.slice(0, room).map((file) => toDraft(file))])
  }
  /** Replaces the documents by the files kept on this device. */
  const restore = (files: KeptFile[]) =>
    setDrafts(files.map(({ id, name, type, bytes }) => toDraft(new File([bytes], name, { type }), id)))
  /** The documents to send; null if one was refused, which the form then shows. */
  const read = async (): Promise<NewFile[] | null> => {
    const contents = await Promise.all(drafts.map(({ prepared }) => prepared))
    const files = contents.flatMap((content, index) => {
      return content ? [{ name: nameForType(drafts[index]!.name, content.type), content }] : []
    })
    return files.length === drafts.length ? files : null
  }
  return {
    drafts,
    refusals,
    add,
    remove: (index: number) => drop(drafts[index]!.key),
    restore,
    read,
    ...useSending(setDrafts),
  }
}

export type NewDocuments = ReturnType<typeof useNewDocuments>

function tooMany(files: File[]) {
  return `Only ${limits.documents} documents can be added. Left out: ${files.map(({ name }) => name).join(', ')}`
}

/** The upload progress of each document, and the error of the server about it. */
function useSending(setDrafts: (change: (drafts: Draft[]) => Draft[]) => void) {
  const sizes = useRef<number[]>([])
  const begin = (files: NewFile[]) => {
    sizes.current = files.map(({ content }) => content.size)
    setDrafts((now) => now.map((draft) => ({ ...draft, sent: 0, error: undefined })))
  }
  const showSent = (fraction: number) => {
    const fractions = sentFractions(fraction, sizes.current)
    setDrafts((now) => now.map((draft, index) => ({ ...draft, sent: fractions[index] })))
  }
  const stop = (errors: Record<string, string> = {}) =>
    setDrafts((now) => now.map((draft, index) => ({ ...draft, sent: undefined, error: errorAbout(index, errors) })))
  return { begin, showSent, stop }
}

/** The documents are sent one after the other in one body: converts the sent fraction of the body to one per document. */
export function sentFractions(fraction: number, sizes: number[]) {
  let remaining = fraction * sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size) => {
    const sent = Math.min(Math.max(remaining, 0), size)
    remaining -= size
    return sent / size
  })
}

function errorAbout(index: number, errors: Record<string, string>) {
  return Object.entries(errors).find(([path]) => path.startsWith(`documents.${index}.`))?.[1]
}

/** An object URL keeps its file in memory until it is revoked. */
function useRevokedUrls(drafts: Draft[]) {
  const shown = useRef<string[]>([])
  useEffect(() => {
    const urls = drafts.map(({ url }) => url)
    for (const url of shown.current) if (!urls.includes(url)) URL.revokeObjectURL(url)
    shown.current = urls
  }, [drafts])
  const revokeAll = useEffectEvent(() => shown.current.forEach((url) => URL.revokeObjectURL(url)))
  useEffect(() => () => revokeAll(), [])
}
