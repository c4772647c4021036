import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Advice } from '#contract/operator.ts'
import { RelativeTime } from '#web/accounts/RelativeTime.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { SectionCard } from '#web/components/SectionCard.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { LevelIcon } from './LevelIcon.tsx'
import { TaskButton } from './TaskButton.tsx'
import { counted } from './words.ts'

interface NextCardProps {
  advice: Advice | undefined
  isChecking: boolean
  hasFailed: boolean
  onCheck: () => void
}

/** The most important things to do. The checks behind them may take seconds. */
export function NextCard({ advice, isChecking, hasFailed, onCheck }: NextCardProps) {
  return (
    <SectionCard
      title="Next"
      description="What to do next on this server, the most important first."
      action={
        (advice || isChecking) && (
          <TaskButton icon="refresh-cw" isBusy={isChecking} onClick={onCheck}>
            Check again
          </TaskButton>
        )
      }
    >
      {!advice && isChecking && <CardSkeleton what="the results of the checks" lines={6} />}
      {hasFailed && !isChecking && <RetryAlert message="The checks could not be run" onRetry={onCheck} />}
      {advice && <Results advice={advice} />}
    </SectionCard>
  )
}

interface ResultsProps {
  advice: Advice
}

function Results({ advice }: ResultsProps) {
  const { next, checkedAt } = advice
  const rest = restText(advice)
  if (next.length === 0) return <NothingToDo checkedAt={checkedAt} />
  return (
    <>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {next.map((step) => (
          <Step key={step.subject + step.fact} step={step} />
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {rest && (
          <>
            {`${rest}: run `}
            <code>{advice.command}</code>
            {' on the server. '}
          </>
        )}
        Checked <RelativeTime value={checkedAt} />.
      </Typography>
    </>
  )
}

interface NothingToDoProps {
  checkedAt: string
}

function NothingToDo({ checkedAt }: NothingToDoProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Avatar
        sx={(theme) => ({
          bgcolor: theme.alpha(theme.vars!.palette.success.main, 0.16),
          color: 'success.darker',
          ...theme.applyStyles('dark', { color: 'success.light' }),
        })}
      >
        <Icon name="circle-check" size="large" />
      </Avatar>
      <Box>
        <Typography variant="subtitle1" component="h3">
          Nothing to do
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          All checks passed <RelativeTime value={checkedAt} />.
        </Typography>
      </Box>
    </Box>
  )
}

interface StepProps {
  step: Advice['next'][number]
}

function Step({ step: { subject, level, fact, next } }: StepProps) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, overflowWrap: 'anywhere' }}>
      <LevelIcon level={level} />
      <Box sx={{ minWidth: 0, display: 'grid', gap: 0.25 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {`${level === 'problem' ? 'Problem' : 'Warning'} · ${subject}`}
        </Typography>
        <Typography variant="subtitle2" component="h3">
          {fact}
        </Typography>
        <Typography variant="body2">{next}</Typography>
      </Box>
    </Box>
  )
}

/** The number of problems and warnings that are not among the ones shown. */
function restText({ problems, warnings, next }: Advice) {
  const shown = next.filter(({ level }) => level === 'problem').length
  const parts = [...more(problems - shown, 'more problem'), ...more(warnings - (next.length - shown), 'more warning')]
  return parts.join(' and ')
}

function more(count: number, noun: string) {
  return count > 0 ? [counted(count, noun)] : []
}
