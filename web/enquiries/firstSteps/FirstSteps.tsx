import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import { Icon } from '#web/components/icons/Icon.tsx'
import { focusHeading } from '#web/navigation/PageFocus.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { useChangeFirstStepsMutation } from './firstStepsApi.ts'
import { RolesPicture } from './RolesPicture.tsx'
import { useFirstSteps, type Step } from './useFirstSteps.ts'

/** The steps that are left, below a list that has its first enquiries. */
export function FirstStepsCard() {
  const { steps } = useFirstSteps()
  if (steps.length === 0) return null
  return (
    <Card sx={{ mt: 3 }}>
      <FirstSteps steps={steps} />
    </Card>
  )
}

interface FirstStepsProps {
  steps: Step[]
}

/** The checklist of a new company, which ticks itself off. */
export function FirstSteps({ steps }: FirstStepsProps) {
  const titleId = useId()
  const [change, { isLoading }] = useChangeFirstStepsMutation()
  const done = steps.filter(({ isDone }) => isDone).length
  const hide = async () => {
    const { error } = await change({ isHidden: true })
    if (!error) focusHeading()
  }
  const progress = `${done} of ${steps.length} steps done`
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        alignItems: 'center',
        gap: { xs: 3, md: 5 },
        p: { xs: 2.5, sm: 4 },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography id={titleId} component="h2" variant="h5">
          Your first steps
        </Typography>
        <Box>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
            {progress}
          </Typography>
          <LinearProgress variant="determinate" value={(100 * done) / steps.length} aria-label={progress} />
        </Box>
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {steps.map((step) => (
            <StepItem key={step.label} step={step} />
          ))}
        </Box>
        <Button
          color="inherit"
          aria-disabled={isLoading || undefined}
          onClick={() => !isLoading && void hide()}
          sx={{ justifySelf: 'start', ml: -1 }}
        >
          Hide these steps
        </Button>
      </Box>
      <Box component="figure" sx={{ m: 0, display: 'grid', justifyItems: 'center', gap: 2 }}>
        <RolesPicture />
        <Typography
          component="figcaption"
          variant="body2"
          sx={{ color: 'text.secondary', maxWidth: sizes.reading, textAlign: 'center' }}
        >
          A member asks, an agent answers. Viewers only read, and owners like you can do everything.
        </Typography>
      </Box>
    </Box>
  )
}

interface StepItemProps {
  step: Step
}

function StepItem({ step: { label, hint, path, isDone } }: StepItemProps) {
  return (
    <Box component="li" sx={{ position: 'relative', display: 'flex', alignItems: 'flex-start', gap: 1.5, py: 1 }}>
      <Box sx={{ display: 'inline-flex', color: isDone ? 'success.main' : 'text.secondary', pt: 0.25 }}>
        <Icon name={isDone ? 'circle-check' : 'circle'} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Box component="span" sx={visuallyHidden}>
          {isDone ? 'Done: ' : 'To do: '}
        </Box>
        {isDone ? (
          <Typography component="span" variant="subtitle2" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
        ) : (
          // The whole row is the target.
          <Link
            component={RouterLink}
            to={path}
            variant="subtitle2"
            sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
          >
            {label}
          </Link>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      </Box>
    </Box>
  )
}
