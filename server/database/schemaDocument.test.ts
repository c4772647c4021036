import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/projectRoot.ts'
import { testApp } from '#server/test/testApp.ts'
import { schemaDocument } from './schemaDocument.ts'
import { tablePurposes } from './tablePurposes.ts'

test('docs/schema.md describes the migrated database; if not, run `npm run schema`', async () => {
  const { db } = await testApp()
  await expect(await schemaDocument(db)).toMatchFileSnapshot(join(projectRoot, 'docs/schema.md'))
})

test('every purpose in tablePurposes.ts is that of a table', async () => {
  const { db } = await testApp()
  const document = await schemaDocument(db)
  expect(Object.keys(tablePurposes).filter((table) => !document.includes(`\n## ${table}\n`))).toEqual([])
})
