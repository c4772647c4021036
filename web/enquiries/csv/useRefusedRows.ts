import { useEffect, useRef, useState } from 'react'
import type { ImportReport } from '#contract/csv.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { isFailure } from '#web/api/errors.ts'
import { readFile } from '#web/api/files/readFile.ts'
import { reportFailure } from '#web/api/reporting.ts'
import { nameOf, saveFile } from './saveFile.ts'

type Columns = ImportReport['columns']

const interrupted = 'The download was interrupted. Try again'

interface Import {
  /** Closing the dialog cancels the download. */
  isOpen: boolean
  file: File | undefined
  columns: Columns | undefined
}

/** Downloads the rows that need fixing, and remembers for which file and columns they are saved. */
export function useRefusedRows({ isOpen, file, columns }: Import) {
  const [isDownloading, setIsDownloading] = useState(false)
  const [saved, setSaved] = useState<{ file: File; columns: string }>()
  const download = useRef<AbortController>(undefined)
  useEffect(() => {
    if (!isOpen) download.current?.abort()
    return () => download.current?.abort()
  }, [isOpen])
  /** Returns whether they are saved. Without a `problem`, the person has cancelled. */
  const save = async (from: File, matched: Columns): Promise<{ isSaved: boolean; problem?: string }> => {
    const { signal } = (download.current = new AbortController())
    setSaved(undefined)
    setIsDownloading(true)
    try {
      await saveRefused(from, matched, signal)
      setSaved({ file: from, columns: JSON.stringify(matched) })
      return { isSaved: true }
    } catch (error) {
      if (signal.aborted) return { isSaved: false }
      reportFailure(isFailure(error) ? error.message : interrupted)
      return { isSaved: false, problem: 'The rows that need fixing could not be downloaded' }
    } finally {
      setIsDownloading(false)
    }
  }
  const isSaved = saved !== undefined && saved.file === file && saved.columns === JSON.stringify(columns)
  return { save, isDownloading, isSaved }
}

/** Saves the rows on the person's device. */
async function saveRefused(file: File, columns: Columns, signal: AbortSignal) {
  const params = { columns: JSON.stringify(columns) }
  await readFile({ url: apiPaths.refusedRows, params, body: file, signal }, async (response) => {
    const content = await response.blob()
    signal.throwIfAborted()
    saveFile(nameOf(response), content)
  })
}
