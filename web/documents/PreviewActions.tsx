import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import type { ShownDocument } from './shownDocument.ts'
import { useDownload } from './useDownload.ts'
import type { PictureView } from './usePictureView.ts'
import type { Renewal } from './useRenewal.ts'

interface PreviewActionsProps {
  documents: ShownDocument[]
  index: number
  view: PictureView
  renewal: Renewal
  onMoved: (step: 1 | -1) => void
}

export function PreviewActions({ documents, index, view, renewal, onMoved }: PreviewActionsProps) {
  const { url, name } = documents[index]!
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'center', gap: 1, p: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Action
          label="Previous document"
          keys="ArrowLeft"
          icon="chevron-left"
          disabled={index === 0}
          onClick={() => onMoved(-1)}
        />
        <Typography variant="body2" component="output" sx={{ color: 'text.secondary', px: 1 }}>
          {index + 1} of {documents.length}
        </Typography>
        <Action
          label="Next document"
          keys="ArrowRight"
          icon="chevron-right"
          disabled={index === documents.length - 1}
          onClick={() => onMoved(1)}
        />
      </Box>
      <PictureActions view={view} />
      <DownloadButton key={index} url={url} name={name} renewal={renewal} />
    </Box>
  )
}

interface PictureActionsProps {
  view: PictureView
}

function PictureActions({ view }: PictureActionsProps) {
  const { zoom, canZoomIn, canZoomOut, zoomBy, fit, rotate } = view
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', mx: { sm: 'auto' } }}>
      <Action label="Zoom out" keys="-" icon="zoom-out" disabled={!canZoomOut} onClick={() => zoomBy(-1)} />
      <Typography variant="body2" component="output" aria-label="Zoom" sx={{ minWidth: '6ch', textAlign: 'center' }}>
        {zoom * 100}%
      </Typography>
      <Action label="Zoom in" keys="+" icon="zoom-in" disabled={!canZoomIn} onClick={() => zoomBy(1)} />
      <Action label="Fit to the window" keys="0" icon="maximize" disabled={!canZoomOut} onClick={fit} />
      <Action label="Rotate" keys="r" icon="rotate-cw" onClick={rotate} />
    </Box>
  )
}

interface ActionProps {
  label: string
  /** The shortcut, in the syntax of `aria-keyshortcuts`. */
  keys: string
  icon: IconName
  disabled?: boolean
  onClick: () => void
}

function Action({ label, keys, icon, disabled, onClick }: ActionProps) {
  return (
    <IconButton aria-label={label} aria-keyshortcuts={keys} title={label} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </IconButton>
  )
}

interface DownloadButtonProps {
  url: string
  name: string
  renewal: Renewal
}

function DownloadButton({ url, name, renewal }: DownloadButtonProps) {
  return (
    <Button
      component="a"
      {...useDownload(url, name, renewal.renew)}
      color="inherit"
      startIcon={<Icon name="download" />}
    >
      Download
    </Button>
  )
}
