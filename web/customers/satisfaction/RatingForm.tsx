import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { limits } from '#contract/limits.ts'
import { TextField } from '#web/components/forms/TextField.tsx'
import { PageAlert } from '#web/customers/thread/PageAlert.tsx'
import { useTexts } from '#web/customers/thread/threadTexts.ts'
import { sizes } from '#web/theme/sizes.ts'
import { RatingChoices } from './RatingChoices.tsx'
import type { WrittenRating } from './useRating.ts'

interface RatingFormProps {
  /** The id of the question. */
  titleId: string
  written: WrittenRating
}

export function RatingForm({ titleId, written }: RatingFormProps) {
  const { text } = useTexts()
  const id = useId()
  const { rating, comment, state, takesFocus, choose, write, save, cancel } = written
  const isSaving = state === 'saving'
  const problem = state === 'incomplete' ? 'rating.choose' : state === 'failed' ? 'rating.failed' : undefined
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) void save()
      }}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <RatingChoices
        titleId={titleId}
        errorId={problem && `${id}problem`}
        chosen={rating}
        takesFocus={takesFocus}
        onChosen={choose}
      />
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Typography component="label" htmlFor={`${id}comment`} variant="body2">
          {text('rating.comment')}
        </Typography>
        <TextField
          id={`${id}comment`}
          fullWidth
          multiline
          minRows={2}
          maxRows={8}
          value={comment}
          onChange={(event) => write(event.target.value)}
          slotProps={{ htmlInput: { maxLength: limits.ratingComment, readOnly: isSaving, dir: 'auto' } }}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {/* Enabled even while saving: a disabled button would lose the focus. */}
        <Button type="submit" variant="contained" aria-busy={isSaving} sx={{ minHeight: sizes.finger }}>
          {text(isSaving ? 'rating.saving' : 'rating.save')}
        </Button>
        {cancel && (
          <Button color="inherit" disabled={isSaving} onClick={cancel} sx={{ minHeight: sizes.finger }}>
            {text('rating.cancel')}
          </Button>
        )}
        {problem && (
          <Box id={`${id}problem`} sx={{ minWidth: 0 }}>
            <PageAlert severity="error">{text(problem)}</PageAlert>
          </Box>
        )}
      </Box>
    </Box>
  )
}
