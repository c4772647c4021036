import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { layers } from '#web/theme/sizes.ts'
import { EarlierButton, JobNotice } from './JobNotices.tsx'
import { SelectedActions, type SelectedActionsProps } from './SelectedActions.tsx'
import { useJobs } from './useJobs.ts'

interface BulkDockProps extends SelectedActionsProps {
  /** A bulk change has finished, so the list is out of date. */
  onFinished: () => void
}

/** The actions for the selected enquiries and, in the same place, the progress and the result of a change. */
export function BulkDock({ onFinished, ...props }: BulkDockProps) {
  const { isAll, ids } = props.selection
  const actions = (isAll || ids.size > 0) && <SelectedActions {...props} />
  return props.canChange ? <Jobs onFinished={onFinished}>{actions}</Jobs> : <Dock>{actions}</Dock>
}

interface JobsProps {
  onFinished: () => void
  children: ReactNode
}

function Jobs({ onFinished, children }: JobsProps) {
  const { shown, earlier, dismiss } = useJobs(onFinished)
  return (
    <>
      {earlier.length > 0 && <EarlierButton jobs={earlier} />}
      <Dock>
        {shown.map((job) => (
          <JobNotice key={job._id} job={job} onDismissed={() => dismiss(job._id)} />
        ))}
        {children}
      </Dock>
    </>
  )
}

/** Stays at the bottom of the window while the list scrolls, and below its last row at its end. */
function Dock({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: (theme) => theme.spacing(2),
        zIndex: layers.floating,
        display: 'grid',
        justifyItems: 'center',
        alignSelf: 'center',
        gap: 1,
        maxWidth: 1,
        mt: 'auto',
        '& > :first-of-type': { mt: 2 },
      }}
    >
      {children}
    </Box>
  )
}
