/** Whether a Unix socket can have this path. `sun_path` holds only 104 bytes on macOS and the BSDs. */
export function isSocketPath(path: string) {
  return process.platform !== 'win32' && Buffer.byteLength(path) <= 100
}
