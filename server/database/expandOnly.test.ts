import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareVersions, productVersion } from '#server/productVersion.ts'
import { projectRoot } from '#server/projectRoot.ts'
import { listContractions } from '#server/test/database/contractions.ts'
import { emptyDatabase } from '#server/test/database/emptyDatabase.ts'
import { whenDone } from '#server/test/whenDone.ts'
import { migrate } from './migrate.ts'
import { migrationNames, readMigrations } from './migrationFiles.ts'
import previous from './previousVersion.json' with { type: 'json' }
import { readSchema } from './schemaDocument.ts'

const ownFolder = join(projectRoot, 'server/database/migrations')
const migrations = await readMigrations(ownFolder, await migrationNames(ownFolder))
const added = migrations.filter(({ name }) => name > previous.lastMigration)

/** The version before only looks rows up with these, for which there are other indexes. Their values are random. */
const replaced = [
  'customer_link: UNIQUE (token_hash) has gone',
  'submission: UNIQUE (token_hash) has gone',
  'customer_mail: customer_mail_id unique USING btree (id) has gone',
]

test('every migration since the version before names that version, or an older one, as the oldest beside it [D13.3]', () => {
  expect(migrations.map(({ name }) => name)).toContain(previous.lastMigration)
  expect(compareVersions(previous.version, productVersion)).toBeLessThan(0)
  expect(added.filter(({ oldestVersion }) => compareVersions(oldestVersion, previous.version) > 0)).toEqual([])
})

test('the migrations since the version before only expand its schema [D13.3]', async () => {
  const { db } = await emptyDatabase()
  const known = migrations.filter((each) => !added.includes(each)).map(({ name }) => name)
  await migrate(db, { only: known })
  const before = await readSchema(db)
  await migrate(db)
  expect(listContractions(before, await readSchema(db))).toEqual(replaced)
})

const base = `create table note (id integer primary key, text text not null, size integer);
  create index note_size on note (size);
  create function one() returns integer language sql as 'select 1';`

/** The contractions that a migration makes to the schema above. */
async function contractionsOf(sql: string) {
  const { db } = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  whenDone(() => rm(folder, { recursive: true }))
  const add = async (name: string, content: string) => {
    await writeFile(join(folder, name), `-- beside 0.1.0\n${content}`)
    await migrate(db, { folder })
    return readSchema(db)
  }
  return listContractions(await add('001-base.sql', base), await add('002-next.sql', sql))
}

test.each([
  ['a dropped column', 'alter table note drop column size', 'note.size integer has gone'],
  ['a renamed column', 'alter table note rename size to length', 'note.size integer has gone'],
  ['another type', 'alter table note alter size type bigint', 'note.size integer has gone'],
  ['a column that may no longer be null', 'alter table note alter size set not null', 'note.size integer has gone'],
  ['a column that may be null now', 'alter table note alter text drop not null', 'note.text text not null has gone'],
  ['a dropped table', 'drop table note', 'note.id integer not null has gone'],
  ['a dropped index', 'drop index note_size', 'note: note_size USING btree (size) has gone'],
  ['a dropped function', 'drop function one()', 'one() returns integer has gone'],
  ['a new column without a value', 'alter table note add kind text not null', 'note.kind text not null needs a value'],
  [
    'a constraint on what is written',
    'alter table note add check (size > 0) not valid',
    'note: CHECK ((size > 0)) NOT VALID restricts what is written',
  ],
  [
    'a unique index on what is written',
    'create unique index once on note (text)',
    'note: once unique USING btree (text) restricts what is written',
  ],
  [
    'a reference that prevents deletion',
    'create table page (note integer references note)',
    'page: FOREIGN KEY (note) REFERENCES note(id) keeps rows from being deleted',
  ],
  [
    'a reference of a new column that prevents deletion',
    'alter table note add parent integer references note',
    'note: FOREIGN KEY (parent) REFERENCES note(id) keeps rows from being deleted',
  ],
  [
    'a new column that a constraint requires',
    'alter table note add kind text, add check (kind is not null) not valid',
    'note: CHECK ((kind IS NOT NULL)) NOT VALID restricts what is written',
  ],
  [
    'a trigger on what is written',
    `create function refuse() returns trigger language plpgsql as 'begin return null; end';
     create trigger refused before insert on note for each row execute function refuse()`,
    'note: CREATE TRIGGER refused BEFORE INSERT ON note FOR EACH ROW EXECUTE FUNCTION refuse() restricts what is written',
  ],
])('%s is no expansion [D13.3]', async (_called, sql, contraction) => {
  expect(await contractionsOf(sql)).toContain(contraction)
})

test('new tables, columns, indexes, and constraints on new columns are an expansion [D13.3]', async () => {
  const expansion = `create table page (note integer not null references note on delete cascade, text text not null);
    alter table note add kind text default 'plain' check (kind in ('plain', 'rich')), add page integer;
    create index note_text on note (text);
    create unique index note_page on note (page);`
  expect(await contractionsOf(expansion)).toEqual([])
})
