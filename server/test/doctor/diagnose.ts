import { examine } from '#server/doctor/examine.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'

/**
 * The findings of `npm run doctor` with these settings, as lines such as `disk warning: … → …`. DATA_DIR is an empty folder unless
 * it is given.
 */
export async function diagnose(settings: Record<string, string>, peerMs?: number) {
  const findings = await examine({ ...settings, DATA_DIR: settings.DATA_DIR ?? (await temporaryFolder()) }, peerMs)
  return findings.map((finding) => {
    const line = `${finding.subject} ${finding.level}: ${finding.fact}`
    return finding.level === 'ok' ? line : `${line} → ${finding.next}`
  })
}
