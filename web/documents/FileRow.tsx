import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { sizeText } from '#contract/documents.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { touched, visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { useDownload } from './useDownload.ts'
import type { Renew } from './useRenewal.ts'

interface FileRowProps {
  name: string
  /** Bytes. */
  size: number
  /** Empty for a file that has not been uploaded: it cannot be downloaded. */
  url: string
  /** Who sent it and when, for the tooltip and screen readers. */
  detail?: string
  onRenewed: Renew
}

/** A file that is not shown, only downloaded. */
export function FileRow({ name, size, url, detail, onRenewed }: FileRowProps) {
  const download = useDownload(url, name, onRenewed)
  return (
    <Box title={detail} sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, minHeight: sizes.finger }}>
      <Box component="span" sx={{ display: 'flex', flexShrink: 0 }}>
        <Icon name="file-text" />
      </Box>
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Typography variant="body2" component="div">
          <FileName name={name} />
        </Typography>
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
          {sizeText(size)}
          {detail && (
            <Box component="span" sx={visuallyHidden}>
              {`, ${detail}`}
            </Box>
          )}
        </Typography>
      </Box>
      {url && (
        <IconButton
          component="a"
          {...download}
          color="inherit"
          size="small"
          aria-label={`Download ${name}`}
          sx={{ flexShrink: 0, [touched]: { width: sizes.finger, height: sizes.finger } }}
        >
          <Icon name="download" />
        </IconButton>
      )}
    </Box>
  )
}

interface FileNameProps {
  name: string
}

const maxExtension = 8

/** A long name ends in an ellipsis before its extension, which says what kind of file it is. */
export function FileName({ name }: FileNameProps) {
  const dot = name.lastIndexOf('.')
  const hasExtension = dot > 0 && name.length - dot <= maxExtension
  const [stem, extension] = hasExtension ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return (
    <Box component="bdi" title={name} sx={{ display: 'flex', minWidth: 0, whiteSpace: 'pre' }}>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {stem}
      </Box>
      {/* On its own, because a name can contain characters that change the order of the letters after them. */}
      <bdi>{extension}</bdi>
    </Box>
  )
}
