import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId, useMemo } from 'react'
import { markDifferences, type TextPiece } from './textDifferences.ts'

interface BothTextsProps {
  mine: string
  theirs: string
  /** Names the other version, as in “Amelia’s”. */
  their: string
}

/** Shows the texts side by side, or one below the other on a phone, and marks what only one of them contains. */
export function BothTexts({ mine, theirs, their }: BothTextsProps) {
  const marked = useMemo(() => markDifferences(mine, theirs), [mine, theirs])
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'minmax(0, 1fr) minmax(0, 1fr)' } }}>
      <OneText label="Your comments" pieces={marked.mine} />
      <OneText label={`${their} comments`} pieces={marked.theirs} />
    </Box>
  )
}

interface OneTextProps {
  label: string
  pieces: TextPiece[]
}

function OneText({ label, pieces }: OneTextProps) {
  const id = useId()
  const isEmpty = pieces.every(({ text }) => text === '')
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'flex', flexDirection: 'column' }}>
      <Typography id={id} variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <Box
        dir="auto"
        // Makes long texts scrollable by keyboard.
        tabIndex={0}
        sx={{
          flexGrow: 1,
          maxHeight: '40vh',
          overflowY: 'auto',
          p: 1.5,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          typography: 'body2',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {isEmpty && <Box sx={{ color: 'text.secondary' }}>Nothing</Box>}
        {pieces.map(({ text, isOwn }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change places
          <Box key={index} component={isOwn ? 'mark' : 'span'} sx={isOwn ? own : {}}>
            {text}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** Underlined as well, because not everyone can tell the colours apart (WCAG 1.4.1). */
const own = {
  color: 'inherit',
  bgcolor: 'color-mix(in srgb, var(--palette-warning-main) 24%, transparent)',
  textDecoration: 'underline',
  textDecorationThickness: 2,
}
