import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './startError.ts'

test('nothing needs to be set to start', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    appName: 'Enquiry Desk',
    databaseUrl: undefined,
  })
})

test('icon hosts are the public ones, others, or none [D7.6]', () => {
  expect(readConfig({}).iconHosts).toContain('https://api.iconify.design')
  expect(readConfig({ ICON_HOSTS: 'https://a.test, https://b.test/x' }).iconHosts).toEqual([
    'https://a.test',
    'https://b.test/x',
  ])
  expect(readConfig({ ICON_HOSTS: 'none' }).iconHosts).toEqual([])
})

function quotaOf(size: string) {
  return readConfig({ STORAGE_QUOTA: size }).storageQuota
}

test('the storage of a company is given in bytes or in GB [D12.2]', () => {
  expect(readConfig({}).storageQuota).toBe(10 * 1024 ** 3)
  expect([quotaOf('5000000'), quotaOf('2GB'), quotaOf('0.5 gb')]).toEqual([5_000_000, 2 * 1024 ** 3, 512 * 1024 ** 2])
  for (const wrong of ['10 MB', 'GB', '-1', '1e9']) expect(() => quotaOf(wrong)).toThrow(/STORAGE_QUOTA/)
})

test('an empty setting is one that is not set', () => {
  expect(readConfig({ PORT: '', APP_NAME: '' })).toMatchObject({ port: 3000, appName: 'Enquiry Desk' })
})

test('every wrong setting is named, in one line', () => {
  const wrong = { PORT: '70000', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', VENDOR_URL: 'javascript:alert(1)' }
  const read = () => readConfig(wrong)
  expect(read).toThrow(StartError)
  expect(read).toThrow(/^Wrong settings: .*PORT.*DATABASE_URL.*VENDOR_URL.*LOG_LEVEL.*\.$/)
})
