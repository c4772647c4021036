import { z } from 'zod'
import { EnquiryFilter, ListEnquiries } from './enquiries.ts'
import { limits } from './limits.ts'

/** The filter and order of the enquiries to export. */
export const ExportEnquiries = EnquiryFilter.extend({ sort: ListEnquiries.shape.sort })
export type ExportEnquiries = z.infer<typeof ExportEnquiries>

/** The ids of the enquiries to export. */
export const ExportNamed = z
  .object({ ids: z.array(z.guid()).min(1).max(limits.bulkIds), sort: ListEnquiries.shape.sort })
  .meta({ id: 'ExportNamed' })
export type ExportNamed = z.infer<typeof ExportNamed>

/** The fields that a CSV file can fill. */
export const importFields = ['enquiryType', 'summery', 'description', 'comments', 'enquiryStatus'] as const
export const ImportField = z.enum(importFields)
export type ImportField = z.infer<typeof ImportField>

const columnChoice = z.partialRecord(ImportField, z.string())

const yesOrNo = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false)

/** The body is the file itself, as `text/csv`, in UTF-8. */
export const ImportQuery = z.object({
  dryRun: yesOrNo.describe('Check the file and return the report without creating anything.'),
  onlyValid: yesOrNo.describe('Create the rows without errors even if others have some.'),
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
    .describe(
      'Which column fills which field, as JSON: `{"enquiryType":"Category"}`. Without it, columns are matched by name.',
    ),
})
export type ImportQuery = z.infer<typeof ImportQuery>

/** The result of an import. If any row has errors, nothing is created, unless `onlyValid` asks for the others. */
export const ImportReport = z
  .object({
    headings: z.array(z.string()).describe('The column headings of the file.'),
    columns: columnChoice.describe('Which column fills which field.'),
    rows: z.number().int().describe('Rows in the file, without the headings.'),
    refusedRows: z.number().int().describe('Rows with errors.'),
    refused: z
      .array(
        z.object({
          row: z.number().int().describe('Its number in a spreadsheet, where the headings are row 1.'),
          errors: z.record(z.string(), z.string()),
        }),
      )
      .describe('The first 100 rows with errors.'),
    preview: z.array(z.partialRecord(ImportField, z.string())).describe('The first ten rows as they would be created.'),
    created: z.number().int().describe('Enquiries created.'),
    firstEnquiryId: z.string().nullable().describe('The `enquiryId` of the first created enquiry.'),
  })
  .meta({ id: 'ImportReport' })
export type ImportReport = z.infer<typeof ImportReport>
