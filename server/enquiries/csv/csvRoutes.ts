import { Readable } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ExportEnquiries, ExportNamed, ImportQuery, ImportReport } from '#contract/csv.ts'
import { toEnquiryId } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import { envelope } from '#contract/paging.ts'
import { findRoles } from '#server/accounts/accountStore.ts'
import { requireRecentSignIn } from '#server/accounts/signIn/signIn.ts'
import type { Db } from '#server/database/database.ts'
import { countMatches } from '#server/enquiries/list/totals.ts'
import { withMergedContacts } from '#server/enquiries/requesters.ts'
import type { Actor } from '#server/http/actor.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { sendError, HttpError, tooLarge, unauthenticated } from '#server/http/errors.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { senderOf } from '#server/http/limits/uploads.ts'
import { Turns } from '#server/scheduling/turns.ts'
import { insertRows, takeNumbers } from './insertImport.ts'
import { readImport, type ReadImport } from './parseImport.ts'
import { refusedRows } from './refusedRows.ts'
import { exportEnquiries } from './writeExport.ts'

const tags = ['files']

interface CsvServices {
  db: Db
  searchDb: Db
  bulkDb: Db
}

export function csvRoutes(app: App, services: CsvServices) {
  exportRoutes(app, services)
  app.register(async (scope: App) => importRoutes(scope, services))
}

function exportRoutes(app: App, services: CsvServices) {
  const { db } = services
  const send = (reply: FastifyReply, actor: Actor, pieces: AsyncIterable<string>) =>
    sendFile(reply, 'enquiries', whileSignedIn(db, actor, pieces))

  app.route({
    method: 'GET',
    url: apiPaths.enquiryExport,
    config: { access: ['read', 'enquiry'], isBulk: true },
    schema: {
      summary: 'Export a view of the list as a CSV file; `X-Total-Docs` is the number of lines where that is known',
      tags,
      querystring: ExportEnquiries,
      produces: ['text/csv'],
    },
    async handler({ actor, query }, reply) {
      await requireRecentSignIn(db, actor)
      const wanted = await withMergedContacts(db, actor, query)
      const { search, ...filter } = wanted
      const { total, isMore } = search ? { total: 0, isMore: true } : await countMatches(db, actor, filter)
      if (!isMore) void reply.header('x-total-docs', total)
      return send(reply, actor, exportEnquiries(services, actor, wanted))
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.enquiryExport,
    config: { access: ['read', 'enquiry'], isBulk: true, isTransient: true },
    schema: {
      summary: 'Export the enquiries with these ids as a CSV file',
      tags,
      body: ExportNamed,
      produces: ['text/csv'],
    },
    async handler({ actor, body }, reply) {
      await requireRecentSignIn(db, actor)
      return send(reply, actor, exportEnquiries(services, actor, body))
    },
  })
}

/** A large file takes a while: it ends when its reader is deactivated or signed out. */
async function* whileSignedIn(db: Db, actor: Actor, pieces: AsyncIterable<string>) {
  for await (const piece of pieces) {
    const roles = await findRoles(db, [actor])
    if (roles.get(actor.sessionId) !== actor.role) throw unauthenticated('Your session has ended. Sign in again')
    yield piece
  }
}

function sendFile(reply: FastifyReply, name: string, pieces: AsyncIterable<string>) {
  const day = new Date().toISOString().slice(0, 10)
  void reply.header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
  return reply.type('text/csv; charset=utf-8').send(Readable.from(pieces))
}

/** An import keeps a processor busy, so that two at a time leave room for others; a company has one. */
const importTurns = new Turns(2, 1)

function importRoutes(app: App, { db, bulkDb }: { db: Db; bulkDb: Db }) {
  // Browsers send CSV under many content types; `readImport` checks the bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(sendTooLarge)
  app.route({
    method: 'POST',
    url: apiPaths.enquiryImport,
    config: { access: ['create', 'enquiry'], isBulk: true },
    bodyLimit: limits.csvBytes,
    schema: {
      summary: 'Create an enquiry for each row of a CSV file; with `dryRun` only report',
      tags,
      consumes: ['text/csv'],
      querystring: ImportQuery,
      response: { 200: envelope(ImportReport), 201: envelope(ImportReport) },
    },
    async handler(request, reply) {
      const importing = () => importFile({ db, bulkDb }, request, request.query)
      return reply.code(request.query.dryRun ? 200 : 201).send(await importTurns.run(senderOf(request), importing))
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.refusedRows,
    config: { access: ['create', 'enquiry'], isBulk: true },
    bodyLimit: limits.csvBytes,
    schema: {
      summary: 'The rows of a CSV file that cannot be imported, as a CSV file that says why',
      tags,
      consumes: ['text/csv'],
      produces: ['text/csv'],
      querystring: ImportQuery.pick({ columns: true }),
    },
    async handler(request, reply) {
      return sendFile(reply, 'to-fix', await refusedRows(fileOf(request), request.query.columns))
    },
  })
}

async function importFile({ db, bulkDb }: { db: Db; bulkDb: Db }, request: FastifyRequest, query: ImportQuery) {
  const { actor } = request
  const read = await readImport(fileOf(request), query.columns)
  if (query.dryRun) return { message: describeCheck(read.report), data: read.report }
  requireImportable(read, query)
  const count = read.valid.length
  return runIdempotently(bulkDb, request, async (tx) => {
    // In here, so that a repeated request takes no numbers.
    const numbers = await takeNumbers(db, actor, count)
    await insertRows(tx, actor, read.valid, numbers)
    const data = { ...read.report, created: count, firstEnquiryId: toEnquiryId(numbers.first) }
    return { message: count === 1 ? '1 enquiry imported' : `${count} enquiries imported`, data }
  })
}

function fileOf({ body }: FastifyRequest) {
  return (body as Buffer | undefined) ?? Buffer.alloc(0)
}

function describeCheck({ rows, refusedRows: refused }: ImportReport) {
  return `${rows - refused} of ${rows === 1 ? '1 row' : `${rows} rows`} can be imported`
}

function requireImportable({ valid, report }: ReadImport, { onlyValid }: ImportQuery) {
  if (report.rows === 0) throw new HttpError(400, 'invalid', 'The file has no rows below its headings')
  const { rows, refusedRows: refused } = report
  if (refused === 0 || (onlyValid && valid.length > 0)) return
  const count = `${refused} of ${rows} ${refused === 1 ? 'rows needs' : 'rows need'} fixing`
  throw new HttpError(400, 'invalid', `${count}. Nothing was imported`, { data: report })
}

function sendTooLarge(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) {
  const isTooLarge = 'statusCode' in error && error.statusCode === 413
  const message = `The file is larger than ${limits.csvBytes / 1024 / 1024} MB. Split it into smaller ones`
  return sendError(isTooLarge ? tooLarge('file', message) : error, request, reply)
}
