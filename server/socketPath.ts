/** Whether a Unix socket can have this path: the kernel's field for it holds 104 bytes on the strictest system. */
export function isSocketPath(path: string) {
  return process.platform !== 'win32' && Buffer.byteLength(path) <= 100
}
