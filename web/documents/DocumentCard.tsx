import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { Icon } from '#web/components/icons/Icon.tsx'
import { sizes } from '#web/theme/sizes.ts'
import type { ShownDocument } from './shownDocument.ts'

interface DocumentCardProps {
  document: ShownDocument
  onViewed: () => void
  onShown: () => void
  /** The picture could not be loaded. */
  onFailed: () => void
  onRemoved?: () => void
}

export function DocumentCard({ document, onViewed, onShown, onFailed, onRemoved }: DocumentCardProps) {
  const { name, url, error, sent } = document
  return (
    <Card
      component="li"
      variant="outlined"
      sx={{ display: 'flex', flexDirection: 'column', borderColor: error ? 'error.main' : undefined }}
    >
      <Thumbnail document={document} onShown={onShown} onFailed={onFailed} />
      {sent !== undefined && (
        <LinearProgress variant="determinate" value={Math.round(sent * 100)} aria-label={`Sending ${name}`} />
      )}
      <Typography variant="body2" dir="auto" title={name} sx={{ ...twoLines, px: 1.5, pt: 1 }}>
        {name}
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 'auto', p: 0.5 }}>
        <IconButton aria-label={`View ${name}`} disabled={!url} onClick={onViewed}>
          <Icon name="eye" />
        </IconButton>
        {onRemoved && (
          <IconButton aria-label={`Remove ${name}`} onClick={onRemoved}>
            <Icon name="trash-2" />
          </IconButton>
        )}
      </Box>
      {error && (
        <FormHelperText error role="alert" sx={{ px: 1.5, pb: 1.5, m: 0, overflowWrap: 'anywhere' }}>
          {error}
        </FormHelperText>
      )}
    </Card>
  )
}

/** Long names end in an ellipsis; the preview shows the full name. */
const twoLines = {
  display: '-webkit-box',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
} as const

type ThumbnailProps = Pick<DocumentCardProps, 'document' | 'onShown' | 'onFailed'>

function Thumbnail({ document, onShown, onFailed }: ThumbnailProps) {
  const source = document.thumbnail || document.url
  const box = {
    display: 'grid',
    placeItems: 'center',
    width: 1,
    height: sizes.thumbnail,
    flexShrink: 0,
    bgcolor: 'background.neutral',
  }
  if (!source)
    return (
      <Box sx={{ ...box, color: 'text.secondary' }}>
        <Icon name="image" size="large" />
      </Box>
    )
  return (
    <Box
      component="img"
      src={source}
      alt=""
      loading="lazy"
      onLoad={onShown}
      onError={onFailed}
      sx={{ ...box, display: 'block', objectFit: 'cover' }}
    />
  )
}
