import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { isImage, notAnImage } from '#web/components/forms/readImages.ts'
import type { KeptFile } from '#web/storage/database.ts'
import type { ShownDocument } from './DocumentList.tsx'
import { nameAs, prepareImage, RefusedFile } from './prepareImage.ts'
import { sharesSent } from './sharesSent.ts'

/** A file that somebody added and that is not stored yet; its `url` shows it from this device. */
interface Draft extends ShownDocument {
  key: string
  /** What will be sent; null when the file turned out to be none we take. */
  prepared: Promise<Blob | null>
}

/** A document as it is sent. */
export interface NewFile {
  name: string
  content: Blob
}

/** The documents of an enquiry that is being written: added, refused, removed, read to be sent. */
export function useNewDocuments() {
  const [drafts, setDrafts] = useState<Draft[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  useReleased(drafts)

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
  /** Puts these, which were kept, in place of what is there. */
  const restore = (files: KeptFile[]) =>
    setDrafts(files.map(({ id, name, type, bytes }) => toDraft(new File([bytes], name, { type }), id)))
  /** As they are sent; null when one of them had to be refused, which is then shown. */
  const read = async (): Promise<NewFile[] | null> => {
    const contents = await Promise.all(drafts.map(({ prepared }) => prepared))
    const files = contents.flatMap((content, index) => {
      return content ? [{ name: nameAs(drafts[index]!.name, content.type), content }] : []
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
  return `Only ${limits.documents} documents can be added: ${files.map(({ name }) => name).join(', ')} left out`
}

/** How far each document is on its way, and what the server said about it. */
function useSending(setDrafts: (change: (drafts: Draft[]) => Draft[]) => void) {
  const sizes = useRef<number[]>([])
  const begin = (files: NewFile[]) => {
    sizes.current = files.map(({ content }) => content.size)
    setDrafts((now) => now.map((draft) => ({ ...draft, sent: 0, complaint: undefined })))
  }
  const showSent = (share: number) => {
    const shares = sharesSent(share, sizes.current)
    setDrafts((now) => now.map((draft, index) => ({ ...draft, sent: shares[index] })))
  }
  const stop = (errors: Record<string, string> = {}) =>
    setDrafts((now) =>
      now.map((draft, index) => ({ ...draft, sent: undefined, complaint: complaintAbout(index, errors) })),
    )
  return { begin, showSent, stop }
}

function complaintAbout(index: number, errors: Record<string, string>) {
  return Object.entries(errors).find(([path]) => path.startsWith(`documents.${index}.`))?.[1]
}

/** An object URL holds its file in memory until it is given up. */
function useReleased(drafts: Draft[]) {
  const shown = useRef<string[]>([])
  useEffect(() => {
    const urls = drafts.map(({ url }) => url)
    for (const url of shown.current) if (!urls.includes(url)) URL.revokeObjectURL(url)
    shown.current = urls
  }, [drafts])
  const releaseAll = useEffectEvent(() => shown.current.forEach((url) => URL.revokeObjectURL(url)))
  useEffect(() => () => releaseAll(), [])
}
