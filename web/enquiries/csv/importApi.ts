import type { ImportReport } from '#contract/csv.ts'
import { api } from '#web/api/api.ts'

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
      query: ({ idempotencyKey, ...upload }) => toRequest(upload, {}, { 'Idempotency-Key': idempotencyKey }),
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

export const { usePreviewImportMutation, useImportEnquiriesMutation } = importApi
