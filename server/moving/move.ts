import { randomUUID } from 'node:crypto'
import type { DatabaseSession } from '#server/backup/databaseSession.ts'
import { listNeededFiles } from '#server/backup/neededFiles.ts'
import { requireAlone } from '#server/backup/restoring/restoreDatabase.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { StartError } from '#server/startError.ts'
import type { Storage } from '#server/storage/storage.ts'
import { databaseMark } from './databaseMark.ts'
import type { DatabaseTarget } from './databaseTarget.ts'
import { holdSource } from './holdSource.ts'
import { isLeft, type Mark, type MarkPlace, refusalOf } from './mark.ts'
import { moveFiles } from './moveFiles.ts'
import { moveRows } from './moveRows.ts'

/** A place is in words, for people and marks. */
type FilePlace = { place: string; storage: Storage; mark: MarkPlace }
type Source = { database: { place: string; connection: Connection }; files: FilePlace }
/** `database` or `files` is undefined if it stays where it is. */
type Target = { database?: { place: string; target: DatabaseTarget }; files?: FilePlace }

type Print = (line: string) => void
export type Moved = { rows?: number; files?: number; aside?: string }

/**
 * Copies the source to the target, compares every row and file, and marks the source as moved. If it fails or is killed, the
 * source stays as it is, and the next call goes on. Throws a StartError.
 */
export async function move(source: Source, target: Target, print: Print): Promise<Moved> {
  const session = await holdSource(source.database.connection)
  try {
    const marks = { ofDatabase: databaseMark(source.database.connection), ofFiles: source.files.mark }
    const begun = await findBegun(marks, target)
    if (begun && (await isFinished(begun, marks, target))) return {}
    const id = begun ?? randomUUID()
    const newMark = await marksOf(session, id)
    const isPublished = target.database ? await requireFree(target.database.target, id) : false
    const copied = isPublished ? {} : await copy({ session, source, target, newMark, print })
    // Fails also if the connection was lost, and with it the locks.
    await requireAlone(session)
    const aside = await finish({ source, target, marks, newMark, isPublished })
    return { ...copied, aside }
  } finally {
    await session.close()
  }
}

type Marks = { ofDatabase: MarkPlace; ofFiles: MarkPlace }

/** The move to the same target that was interrupted at its last step, or has ended. Throws a StartError if it was to another one. */
async function findBegun({ ofDatabase, ofFiles }: Marks, { database, files }: Target) {
  const found = [
    { mark: await ofDatabase.read(), wanted: database?.place },
    { mark: await ofFiles.read(), wanted: files?.place },
  ]
  for (const { mark, wanted } of found) {
    const refusal = mark && refusalOf(mark)
    if (refusal && !(isLeft(mark) && mark.place === wanted)) throw new StartError(`${refusal}.`)
  }
  return found.find(({ mark }) => isLeft(mark))?.mark?.id
}

async function isFinished(id: string, { ofDatabase, ofFiles }: Marks, { database, files }: Target) {
  // The last mark that a move writes.
  if (database) return (await ofDatabase.read())?.state === 'moved'
  const [here, there] = [await ofFiles.read(), await files!.mark.read()]
  return here?.state === 'moved' && there?.state === 'arrived' && there.id === id
}

type NewMark = (state: Mark['state'], place: string) => Mark

async function marksOf(session: DatabaseSession, id: string): Promise<NewMark> {
  const [oldest] = await session.rows<{ id: string }>('select id from company order by created_at, id limit 1')
  const installation = oldest?.id ?? null
  return (state, place) => ({ state, id, place, at: new Date().toISOString(), installation })
}

/** Throws a StartError if there is data that was not moved away. Returns whether it is the result of this move. */
async function requireFree(target: DatabaseTarget, id: string) {
  const { isEmpty, mark } = await target.look()
  if (mark?.state === 'arrived' && mark.id === id) return true
  if (isEmpty || mark?.state === 'moved') return false
  throw new StartError(
    'There is data in the database of the new place already. Name an empty database, or move that data away. Nothing has been changed.',
  )
}

type Copying = { session: DatabaseSession; source: Source; target: Target; newMark: NewMark; print: Print }

/** The files first, because a repeated call need not copy them again. It copies all rows again. */
async function copy({ session, source, target, newMark, print }: Copying): Promise<Moved> {
  const moved: Moved = {}
  if (target.files) {
    await receiveFiles(target.files, newMark('arriving', source.files.place))
    const keys = await listNeededFiles(session)
    print(`Copying ${keys.length.toLocaleString('en')} files, and comparing them …`)
    moved.files = await moveFiles(keys, source.files.storage, target.files.storage)
  }
  if (target.database) {
    print('Copying the rows of all tables, and comparing them …')
    const mark = newMark('arrived', source.database.place)
    await target.database.target.fill(async (connection) => {
      moved.rows = await moveRows(session, connection, mark)
    })
  }
  return moved
}

/** Two installations in one place would remove each other's files. */
async function receiveFiles({ storage, mark, place }: FilePlace, arriving: Mark) {
  const found = await mark.read()
  const isOurs = found && found.state !== 'arrived' && found.installation === arriving.installation
  if (!isOurs && (found || (await hasFiles(storage)))) {
    throw new StartError(
      `There are files in ${place} already, which no move of this data has left. Name an empty place, or move them away. Nothing has been changed.`,
    )
  }
  await mark.write(arriving)
}

async function hasFiles(storage: Storage) {
  for (const part of await storage.parts()) {
    if (/^[0-9a-f]{2}$/.test(part) && (await storage.keys(part)).length > 0) return true
  }
  return false
}

type Finishing = { source: Source; target: Target; marks: Marks; newMark: NewMark; isPublished: boolean }

/**
 * Nothing starts at the old place from the first of these steps on, and at the new one before it is complete. Each can be
 * repeated.
 */
async function finish({ source, target: { database, files }, marks, newMark, isPublished }: Finishing) {
  if (database) await marks.ofDatabase.write(newMark('leaving', database.place))
  if (files) await marks.ofFiles.write(newMark('moved', files.place))
  const aside = database && !isPublished ? await database.target.publish() : undefined
  if (files) await files.mark.write(newMark('arrived', source.files.place))
  if (database) await marks.ofDatabase.write(newMark('moved', database.place))
  return aside
}
