import { z } from 'zod'
import { EnquiryFilter, ListEnquiries } from './enquiries.ts'
import { limits } from './limits.ts'

/** The view of the list that is wanted as a file. */
export const ExportEnquiries = EnquiryFilter.extend({ sort: ListEnquiries.shape.sort })
export type ExportEnquiries = z.infer<typeof ExportEnquiries>

/** Enquiries that are wanted as a file, named one by one. */
export const ExportNamed = z
  .object({ ids: z.array(z.guid()).min(1).max(limits.bulkIds), sort: ListEnquiries.shape.sort })
  .meta({ id: 'ExportNamed' })
export type ExportNamed = z.infer<typeof ExportNamed>

/** The fields that a line of a CSV file can bring. */
export const importFields = ['enquiryType', 'summery', 'description', 'comments', 'enquiryStatus'] as const
export const ImportField = z.enum(importFields)
export type ImportField = z.infer<typeof ImportField>

const columnChoice = z.partialRecord(ImportField, z.string())

/** The body is the file itself, as `text/csv`, in UTF-8. */
export const ImportQuery = z.object({
  dryRun: z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
    .default(false)
    .describe('only report'),
  columns: z
    .string()
    .max(4000)
    .transform((json, context) => {
      try {
        return JSON.parse(json) as unknown
      } catch {
        context.issues.push({ code: 'custom', message: 'columns must be a JSON object', input: json })
        return z.NEVER
      }
    })
    .pipe(columnChoice)
    .optional()
    .describe('which column fills which field, as JSON: `{"enquiryType":"Category"}`; by their names if left out'),
})
export type ImportQuery = z.infer<typeof ImportQuery>

/** What is in a file: all of it goes in, or with any `refused` line nothing. */
export const ImportReport = z
  .object({
    headings: z.array(z.string()).describe('the columns of the file'),
    columns: columnChoice.describe('which of them fills which field'),
    lines: z.number().int(),
    refusedLines: z.number().int(),
    refused: z
      .array(z.object({ line: z.number().int(), errors: z.record(z.string(), z.string()) }))
      .describe('the first hundred of them'),
    preview: z.array(z.partialRecord(ImportField, z.string())).describe('the first ten lines as they would go in'),
    created: z.number().int(),
    firstEnquiryId: z.string().nullable(),
  })
  .meta({ id: 'ImportReport' })
export type ImportReport = z.infer<typeof ImportReport>
