import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** What a component shows, by the name of its state. */
export type States = Record<string, ReactNode>

interface ComponentSectionProps {
  name: string
  states: States
}

export function ComponentSection({ name, states }: ComponentSectionProps) {
  return (
    <Box component="section" aria-labelledby={name} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography component="h2" variant="h6" id={name}>
        {name}
      </Typography>
      <Box
        sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}
      >
        <Panel scheme="light" states={states} />
        <Panel scheme="dark" states={states} />
      </Box>
    </Box>
  )
}

interface PanelProps {
  scheme: 'light' | 'dark'
  states: States
}

/** The theme's variables depend on the nearest `data-color-scheme`, so both modes fit on one page. */
function Panel({ scheme, states }: PanelProps) {
  return (
    <Box
      data-color-scheme={scheme}
      sx={{
        p: 2,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        alignContent: 'start',
        gap: 2.5,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        color: 'text.primary',
        bgcolor: 'background.default',
        colorScheme: scheme,
      }}
    >
      {Object.entries(states).map(([state, content]) => (
        <Box
          key={state}
          component="figure"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
        >
          <Typography component="figcaption" variant="caption" sx={{ color: 'text.secondary' }}>
            {state}, {scheme}
          </Typography>
          <Box>{content}</Box>
        </Box>
      ))}
    </Box>
  )
}
