import LinearProgress from '@mui/material/LinearProgress'
import { useEffect, useState } from 'react'
import type { Outbox } from '#web/chat/outbox/outbox.ts'
import { isImage } from '#web/components/forms/readImages.ts'
import type { FileEntry } from '#web/storage/database.ts'
import { FilesOfMessage } from './FilesOfMessage.tsx'

export type ReadFile = Outbox['readFile']

interface OutgoingFilesProps {
  messageId: string
  files: FileEntry[]
  /** The part that has been uploaded, 0 to 1. */
  uploaded: number | undefined
  readFile: ReadFile
}

/** The files of a message that the server does not have yet. */
export function OutgoingFiles({ messageId, files, uploaded, readFile }: OutgoingFilesProps) {
  const urls = usePictureUrls(messageId, files, readFile)
  const shown = files.map((file) => ({ ...file, key: file.id, isImage: isImage(file), url: urls[file.id] ?? '' }))
  return (
    <>
      <FilesOfMessage files={shown} onRenewed={async () => ({})} />
      {uploaded !== undefined && (
        <LinearProgress variant="determinate" value={Math.round(uploaded * 100)} aria-label="Sending files" />
      )}
    </>
  )
}

/** The URLs of the pictures, by the ids of their files. */
export function usePictureUrls(messageId: string, files: FileEntry[], readFile: ReadFile) {
  const [urls, setUrls] = useState<Record<string, string>>({})
  const ids = files.filter(isImage).map(({ id }) => id)
  const joined = ids.join()
  useEffect(() => {
    const made: string[] = []
    const leaving = new AbortController()
    const show = async (id: string) => {
      const content = await readFile(messageId, id)
      if (!content || leaving.signal.aborted) return
      const url = URL.createObjectURL(content)
      made.push(url)
      setUrls((now) => ({ ...now, [id]: url }))
    }
    for (const id of joined.split(',').filter(Boolean)) void show(id)
    return () => {
      leaving.abort()
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [messageId, joined, readFile])
  return urls
}
