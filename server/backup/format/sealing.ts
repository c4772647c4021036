import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Chunks } from '#server/backup/measure.ts'
import type { BackupPlace } from '#server/backup/places/backupPlace.ts'
import { StartError } from '#server/startError.ts'

/** How the parts of a backup are stored: as they are, or encrypted with age (https://age-encryption.org/v1). */
export interface Sealing {
  seal(content: Chunks): Promise<Chunks>
  unseal(stored: Readable): Promise<AsyncIterable<Uint8Array>>
  /** The name of a file in the pool. */
  poolKey(key: string): string
}

export const unsealed: Sealing = {
  seal: async (content) => content,
  unseal: async (stored) => stored,
  poolKey: (key) => key,
}

/** The part with the key of an encrypted backup, itself encrypted with the passphrase. */
export const keyPart = 'key.age'

/**
 * Begins to encrypt the backup `name`. Takes the key of the newest backup with the same passphrase, so that both share the
 * files in the pool. A key costs a second of computing on purpose, so there is one for all parts.
 */
export async function beginSealing(place: BackupPlace, name: string, passphrase: string): Promise<Sealing> {
  const { sealing, key } = await shareSealing(place, passphrase)
  await place.write(name, keyPart, [key])
  return sealing
}

/** Returns the encryption that the newest backup shares if the passphrase opens it, and the key to store for it. */
export async function shareSealing(place: BackupPlace, passphrase: string) {
  const { Encrypter, generateX25519Identity } = await loadAge()
  const newest = (await place.names()).at(-1)
  const known = newest && (await readIdentity(place, newest, passphrase).catch(() => undefined))
  const identity = known || (await generateX25519Identity())
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return { sealing: await sealWith(identity), key: await encrypter.encrypt(identity) }
}

/** Throws a StartError if the passphrase is missing or wrong. */
export async function openSealing(place: BackupPlace, name: string, passphrase: string | undefined): Promise<Sealing> {
  const identity = await readIdentity(place, name, passphrase)
  return identity === undefined ? unsealed : sealWith(identity)
}

async function readIdentity(place: BackupPlace, name: string, passphrase: string | undefined) {
  const stored = await place.open(name, keyPart)
  return stored && openIdentity(await buffer(stored), name, passphrase)
}

/** Throws a StartError if the passphrase is missing or wrong. */
export async function openKey(key: Uint8Array, name: string, passphrase: string | undefined) {
  return sealWith(await openIdentity(key, name, passphrase))
}

async function openIdentity(key: Uint8Array, name: string, passphrase: string | undefined) {
  if (passphrase === undefined) {
    throw new StartError(
      `The backup ${name} is encrypted. Set BACKUP_PASSPHRASE, or use --passphrase to be asked for it.`,
    )
  }
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(key, 'text')
  } catch {
    throw new StartError(`The passphrase of the backup ${name} is another one, or its ${keyPart} is damaged.`)
  }
}

async function sealWith(identity: string): Promise<Sealing> {
  const { Decrypter, Encrypter, identityToRecipient } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return {
    seal: async (content) => fromWeb(await encrypter.encrypt(toWeb(Readable.from(content)))),
    unseal: async (stored) => fromWeb(await decrypter.decrypt(toWeb(stored))),
    // The hash of a file would reveal that the company has that file.
    poolKey: (key) => createHmac('sha256', identity).update(key).digest('hex'),
  }
}

/** Most servers need no encryption at their start. */
function loadAge() {
  return import('age-encryption')
}

function toWeb(stream: Readable) {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

function fromWeb(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
}
