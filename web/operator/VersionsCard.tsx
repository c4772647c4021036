import Alert from '@mui/material/Alert'
import type { Installation } from '#contract/operator.ts'
import { SectionCard } from '#web/components/SectionCard.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { Facts } from './Facts.tsx'
import { counted } from './words.ts'

interface VersionsCardProps {
  versions: Installation['versions'] | undefined
}

export function VersionsCard({ versions }: VersionsCardProps) {
  return (
    <SectionCard title="Versions" description="The programs that this installation consists of.">
      {versions ? <Shown versions={versions} /> : <CardSkeleton what="the versions" lines={5} />}
    </SectionCard>
  )
}

interface ShownProps {
  versions: Installation['versions']
}

function Shown({ versions: { product, postgres, isEmbedded, node, schema, servers } }: ShownProps) {
  const count = servers.reduce((sum, each) => sum + each.count, 0)
  return (
    <>
      {servers.length > 1 && (
        <Alert severity="info">
          {`Several versions run side by side: ${servers.map((each) => `${counted(each.count, 'server')} of ${each.version}`).join(', ')}. Replace the older ones to finish the update.`}
        </Alert>
      )}
      <Facts
        facts={[
          ['Product', product],
          ['PostgreSQL', `${postgres}, ${isEmbedded ? 'embedded' : 'your own'}`],
          ['Node', node],
          ['Schema', schema],
          ['Running', counted(count, 'server')],
        ]}
      />
    </>
  )
}
