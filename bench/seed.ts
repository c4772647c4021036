import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import sharp from 'sharp'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { readConfig } from '#server/config.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDataFolder } from '#server/dataFolder.ts'
import { checkDocuments } from '#server/documents/documents.ts'
import { receiveDataUrls, withFiles } from '#server/documents/storeUploads.ts'
import { countMoves } from '#server/enquiries/list/landmarkUpkeep.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { Company, companySizes } from './company.ts'
import { copyBatch, withoutIndexes } from './copying.ts'
import { Language, randomNumbers } from './language.ts'

/** Everyone in a seeded folder signs in with this password. */
export const seedPassword = 'correct horse battery'
const batchSize = 5000

/** Fills an empty data folder, or the empty database at DATABASE_URL, and writes its contents to seed.json. */
export async function seed(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { enquiries: { type: 'string', default: '10000' }, messages: { type: 'string' } },
  })
  const enquiries = Number(values.enquiries)
  const messages = Number(values.messages ?? enquiries * 3)
  const config = readConfig(process.env)
  const folder = await openDataFolder(config.dataDir)
  const postgres = config.database ? undefined : await startEmbeddedPostgres(folder.path)
  const connection = config.database ?? postgres!.connection
  const db = openDatabase(connection, 6, { statementTimeout: 0 })
  const copying = new Pool(connection)
  try {
    await migrate(db)
    await requireEmpty(db)
    const pictures = await storePictures(await openStorage(config))
    const companies = await fill({ db, copying }, { enquiries, messages, pictures })
    await writeFile(join(resolve(config.dataDir), 'seed.json'), JSON.stringify({ enquiries, messages, companies }))
  } finally {
    await copying.end()
    await db.end()
    await postgres?.stop()
    await folder.close()
  }
}

async function requireEmpty(db: Db) {
  const [found] = await db`select 1 from company limit 1`
  if (found) throw new Error('This database already contains companies. Set DATA_DIR to an empty folder.')
}

async function storePictures(storage: Storage) {
  const colours = ['#7A5AF8', '#12B76A', '#F79009', '#1877F2', '#F04438', '#0E7090']
  const contents = await Promise.all(colours.map(async (colour) => ({ name: 'photo.jpg', url: await picture(colour) })))
  const uploads = await receiveDataUrls(storage, contents, 'documents')
  return withFiles(checkDocuments(storage, uploads, { owners: [] }), async ({ files, keep }) => {
    await keep()
    return files
  })
}

/** A small picture in one colour, as a `data:` URL. */
async function picture(background: string) {
  const bytes = await sharp({ create: { width: 640, height: 420, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}

type Contents = { enquiries: number; messages: number; pictures: Awaited<ReturnType<typeof storePictures>> }

async function fill({ db, copying }: { db: Db; copying: Pool }, { enquiries, messages, pictures }: Contents) {
  const passwordHash = await hashPassword(seedPassword)
  const sizes = companySizes(enquiries)
  const language = new Language(randomNumbers(7))
  const companies = sizes.map((size, index) => new Company(index, size, messages / enquiries, pictures, language))
  for (const company of companies) await company.insertPeople(db, passwordHash)
  await withoutIndexes(db, async () => {
    const total = sizes.reduce((sum, size) => sum + size, 0)
    let written = 0
    let writing = Promise.resolve()
    for (const company of companies) {
      while (company.left > 0) {
        const rows = company.next(batchSize)
        await writing
        writing = copyBatch(copying, rows)
        written += rows.enquiry.length
        process.stdout.write(`\r${written} of ${total} enquiries`)
      }
    }
    await writing
    for (const company of companies) await company.insertCounts(db)
    console.log('\nBuilding the indexes …')
  })
  await countMoves(db)
  return companies.map(({ id, size, people, messages: count }) => ({ id, size, messages: count, people }))
}
