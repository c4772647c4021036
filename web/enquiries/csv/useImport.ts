import { useRef, useState } from 'react'
import type { ImportReport } from '#contract/csv.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { useRefusedRows } from './useRefusedRows.ts'

type Columns = ImportReport['columns']

/**
 * The steps of an import: choose a file, preview it on the server, match its columns, and import the valid rows. The
 * others are saved first, as a file to correct; an import that is repeated does not save them again.
 */
export function useImport(isOpen: boolean, onImported: () => void) {
  const [previewImport, previewing] = usePreviewImportMutation()
  const { importRows, isImporting } = useRowImport()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<ImportReport>()
  const [refusal, setRefusal] = useState<string>()
  const [sent, setSent] = useState(0)
  const toFix = useRefusedRows({ isOpen, file, columns: report?.columns })
  // If two previews overlap, the later one counts.
  const latest = useRef(0)
  const preview = async (picked: File, columns?: Columns) => {
    const attempt = ++latest.current
    setSent(0)
    const { data, error } = await previewImport({ file: picked, columns, onSent: setSent })
    if (attempt !== latest.current) return
    setRefusal(error && 'This file could not be read')
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
  const submit = async () => {
    if (!file || !report) return
    const { columns, rows, refusedRows } = report
    const isAnyValid = refusedRows < rows
    setRefusal(undefined)
    if (refusedRows > 0 && !(isAnyValid && toFix.isSaved)) {
      const { isSaved, problem } = await toFix.save(file, columns)
      if (!isSaved) return setRefusal(problem)
    }
    if (!isAnyValid) return
    const { isImported, problem } = await importRows(file, columns)
    if (isImported) onImported()
    else setRefusal(problem)
  }
  const { isDownloading, isSaved } = toFix
  const isBusy = previewing.isLoading || isImporting || isDownloading
  return {
    file,
    report,
    refusal,
    sent,
    isBusy,
    isImporting,
    isDownloading,
    isSaved,
    pick,
    match,
    submit: () => void submit(),
  }
}

function useRowImport() {
  const [importEnquiries] = useImportEnquiriesMutation()
  const [isImporting, setIsImporting] = useState(false)
  const { keyFor, forget } = useIdempotencyKey()
  const importRows = async (file: File, columns: Columns) => {
    setIsImporting(true)
    const idempotencyKey = keyFor({ columns, name: file.name, size: file.size, at: file.lastModified })
    const { error } = await importEnquiries({ file, columns, idempotencyKey })
    setIsImporting(false)
    if (error) return { isImported: false, problem: 'Not imported' }
    forget()
    return { isImported: true }
  }
  return { importRows, isImporting }
}

const tooLarge = `The file is larger than ${limits.csvBytes / 1024 / 1024} MB. Split it into smaller ones`

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
    url: apiPaths.enquiryImport,
    method: 'POST' as const,
    params: { ...params, columns: columns && JSON.stringify(columns) },
    body: file,
    headers: { ...headers, 'Content-Type': 'text/csv' },
    onSent,
  }
}

const { usePreviewImportMutation, useImportEnquiriesMutation } = importApi
