import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { sizeText } from '#contract/documents.ts'
import type { Folder, Installation } from '#contract/operator.ts'
import { SectionCard } from '#web/components/SectionCard.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { Facts } from './Facts.tsx'
import { LevelIcon } from './LevelIcon.tsx'

interface DiskCardProps {
  storage: Installation['storage'] | undefined
}

export function DiskCard({ storage }: DiskCardProps) {
  return (
    <SectionCard title="Disk" description="The room that is left, and what the data needs.">
      {storage ? <Shown storage={storage} /> : <CardSkeleton what="the disks" lines={5} />}
    </SectionCard>
  )
}

interface ShownProps {
  storage: Installation['storage']
}

function Shown({ storage: { folders, databaseBytes, fileBytes, bucket } }: ShownProps) {
  return (
    <>
      {folders.map((folder) => (
        <FolderMeter key={folder.setting} folder={folder} />
      ))}
      <Facts
        facts={[
          ['Database', sizeText(databaseBytes)],
          ['Files', sizeText(fileBytes)],
          ...(bucket === null ? [] : [['Bucket', bucket] as const]),
        ]}
      />
    </>
  )
}

const names = { DATA_DIR: 'Data', BACKUP_DIR: 'Backups' }

/** A smaller share of free room is a warning. */
const littleRoom = 0.1

interface FolderMeterProps {
  folder: Folder
}

function FolderMeter({ folder: { setting, path, freeBytes, totalBytes } }: FolderMeterProps) {
  const labelId = useId()
  const freeShare = totalBytes > 0 ? freeBytes / totalBytes : 0
  const usedPercent = Math.round((1 - freeShare) * 100)
  const hasLittleRoom = freeShare < littleRoom
  const room = `${sizeText(freeBytes)} free of ${sizeText(totalBytes)}`
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box id={labelId} sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <Typography component="h3" variant="subtitle2">
          {names[setting]}
        </Typography>
        <Box sx={{ display: 'flex', gap: 0.75 }}>
          {hasLittleRoom && <LevelIcon level="warning" />}
          <Typography variant="body2">{hasLittleRoom ? `Only ${room}` : room}</Typography>
        </Box>
      </Box>
      <LinearProgress
        variant="determinate"
        value={usedPercent}
        color={hasLittleRoom ? 'warning' : 'primary'}
        aria-labelledby={labelId}
        aria-valuetext={`${usedPercent} % used`}
        sx={{ height: 8, borderRadius: 1 }}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {`${path} (${setting})`}
      </Typography>
    </Box>
  )
}
