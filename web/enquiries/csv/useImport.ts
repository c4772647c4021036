import { useRef, useState } from 'react'
import type { ImportReport } from '#contract/csv.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#web/api/api.ts'
import { isFailure } from '#web/api/errors.ts'
import { openFile } from '#web/api/openFile.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { nameOf, saveFile } from './saveFile.ts'

type Columns = ImportReport['columns']

/**
 * The steps of an import: choose a file, preview it on the server, match its columns, and import the valid rows. The
 * others are saved first, as a file to correct.
 */
export function useImport(onImported: () => void) {
  const [previewImport, previewing] = usePreviewImportMutation()
  const [importEnquiries] = useImportEnquiriesMutation()
  const [isImporting, setIsImporting] = useState(false)
  const { keyFor, forget } = useIdempotencyKey()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<ImportReport>()
  const [refusal, setRefusal] = useState<string>()
  const [sent, setSent] = useState(0)
  // If two previews overlap, the later one counts.
  const latest = useRef(0)
  const preview = async (picked: File, columns?: Columns) => {
    const attempt = ++latest.current
    setSent(0)
    const { data, error } = await previewImport({ file: picked, columns, onSent: setSent })
    if (attempt !== latest.current) return
    setRefusal(error && messageOf(error))
    setReport(data)
  }
  const pick = (picked: File) => {
    setFile(picked)
    setReport(undefined)
    setRefusal(picked.size > limits.csvBytes ? tooLarge : undefined)
    if (picked.size <= limits.csvBytes) void preview(picked)
  }
  const match = (columns: Columns) => {
    setReport((shown) => shown && { ...shown, columns })
    if (file) void preview(file, columns)
  }
  const importRows = async () => {
    if (!file || !report) return
    const { columns, rows, refusedRows } = report
    setRefusal(undefined)
    setIsImporting(true)
    try {
      if (refusedRows > 0) await saveRefused(file, columns)
      if (refusedRows === rows) return
      const idempotencyKey = keyFor({ columns, name: file.name, size: file.size, at: file.lastModified })
      await importEnquiries({ file, columns, idempotencyKey }).unwrap()
      forget()
      onImported()
    } catch (error) {
      setRefusal(messageOf(error))
    } finally {
      setIsImporting(false)
    }
  }
  const isBusy = previewing.isLoading || isImporting
  return {
    file,
    report,
    refusal,
    sent,
    isBusy,
    isImporting,
    pick,
    match,
    importRows: () => void importRows(),
  }
}

const tooLarge = `The file is larger than ${limits.csvBytes / 1024 / 1024} MB. Split it into smaller ones`

function messageOf(error: unknown) {
  return isFailure(error) ? error.message : 'The file could not be read'
}

/** Saves the rows with errors on the person's device. Throws a `Failure`. */
async function saveRefused(file: File, columns: Columns) {
  const params = { columns: JSON.stringify(columns) }
  const { signal } = new AbortController()
  const response = await openFile({ url: '/enquiry/import/refused', params, body: file, signal })
  saveFile(nameOf(response), await response.blob())
}

interface Upload {
  file: File
  columns?: ImportReport['columns']
  onSent?: (share: number) => void
}

const importApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewImport: build.mutation<ImportReport, Upload>({
      query: (upload) => ({ ...toRequest(upload, { dryRun: true }), background: true }),
    }),
    importEnquiries: build.mutation<ImportReport, Upload & { idempotencyKey: string }>({
      query: ({ idempotencyKey, ...upload }) =>
        toRequest(upload, { onlyValid: true }, { 'Idempotency-Key': idempotencyKey }),
    }),
  }),
})

function toRequest({ file, columns, onSent }: Upload, params: object, headers: Record<string, string> = {}) {
  return {
    url: '/enquiry/import',
    method: 'POST' as const,
    params: { ...params, columns: columns && JSON.stringify(columns) },
    body: file,
    headers: { ...headers, 'Content-Type': 'text/csv' },
    onSent,
  }
}

const { usePreviewImportMutation, useImportEnquiriesMutation } = importApi
