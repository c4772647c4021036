export type BackedUpFile = { key: string; bytes: number; sha256: string }

export function writeFileList(files: BackedUpFile[]) {
  return files.map(({ key, bytes, sha256 }) => `${key} ${bytes} ${sha256}\n`).join('')
}

export function readFileList(text: string): BackedUpFile[] {
  const lines = text.split('\n').filter(Boolean)
  return lines.map((line) => {
    const [key, bytes, sha256] = line.split(' ')
    return { key: key!, bytes: Number(bytes), sha256: sha256! }
  })
}
