import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { ColorModeMenu } from '#web/components/ColorModeMenu.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { actionExamples } from './actionExamples.tsx'
import { ComponentSection } from './ComponentSection.tsx'
import { inputExamples } from './inputExamples.tsx'
import { noticeExamples } from './noticeExamples.tsx'
import { pictureExamples } from './pictureExamples.tsx'

const examples = Object.entries({
  ...pictureExamples,
  ...inputExamples,
  ...noticeExamples,
  ...actionExamples,
}).toSorted(([one], [other]) => one.localeCompare(other))

/** Every shared component in each of its states, light and dark. */
export function ComponentsPage() {
  return (
    <Box component="main" sx={{ p: { xs: 2, md: 4 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <PageTitle>Components</PageTitle>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
        <Typography component="h1" variant="h4">
          Shared components
        </Typography>
        <ColorModeMenu />
      </Box>
      <Box component="nav" aria-label="Components" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
        {examples.map(([name]) => (
          <Link key={name} href={`#${name}`}>
            {name}
          </Link>
        ))}
      </Box>
      {examples.map(([name, states]) => (
        <ComponentSection key={name} name={name} states={states} />
      ))}
    </Box>
  )
}
