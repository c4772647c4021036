import { entryOf, keepFiles, type NewFile } from '#web/storage/keptFiles.ts'
import { joined, keepDraft, readDraft, withEntries } from './drafts.ts'

/** Adds a text and files to another draft. Returns whether this device had room for them there. */
export async function moveDraft(text: string, files: NewFile[], from: string, to: string, userId: string) {
  try {
    if (files.length > 0) await keepFiles(Promise.resolve(files), to, userId)
    const there = readDraft(to)
    const both = { text: joined(there.text, text), files: withEntries(there.files, files.map(entryOf)) }
    if (keepDraft(to, both)) return true
    if (files.length > 0) await keepFiles(Promise.resolve(files), from, userId)
  } catch (error) {
    console.error('This device has no room to move the files', error)
  }
  return false
}
