import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import type { ShownFile } from '#web/chat/files/FilesOfMessage.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazy } from '#web/components/lazy/lazy.ts'
import { dropUrl, stableUrl } from '#web/components/pictureUrls.ts'
import { FileName } from '#web/documents/FileRow.tsx'
import { useDownload } from '#web/documents/useDownload.ts'
import { useRenewal, type Renew } from '#web/documents/useRenewal.ts'
import { sizes } from '#web/theme/sizes.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'
import { sizeIn } from './formats.ts'
import { useTexts } from './threadTexts.ts'

const LargePicture = lazy(async () => ({ default: (await import('./LargePicture.tsx')).LargePicture }))

interface CustomerFilesProps {
  files: ShownFile[]
  /** Fetches new addresses once these have expired. */
  onRenewed: Renew
}

/** Pictures as thumbnails that open large, and other files as downloads. */
export function CustomerFiles({ files, onRenewed }: CustomerFilesProps) {
  const [opened, setOpened] = useState<string>()
  const pictures = files.filter(({ isImage }) => isImage)
  const large = pictures.find(({ key }) => key === opened)
  const renewal = useRenewal(async () => {
    for (const { url, thumbnail } of files) for (const each of [url, thumbnail]) if (each) dropUrl(stableUrl(each))
    return onRenewed()
  })
  if (files.length === 0) return null
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.75, py: 0.5 }}>
      {pictures.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {pictures.map((picture) => (
            <Thumbnail
              key={picture.key}
              picture={picture}
              box={pictures.length > 1 ? threadSizes.pictures : threadSizes.picture}
              onShown={renewal.noteShown}
              onFailed={() => void renewal.noteFailed()}
              onOpened={() => setOpened(picture.key)}
            />
          ))}
        </Box>
      )}
      {files
        .filter(({ isImage }) => !isImage)
        .map((file) => (
          <Download key={file.key} file={file} onRenewed={onRenewed} />
        ))}
      {large && (
        <Suspense>
          <LargePicture name={large.name} url={stableUrl(large.url)} onClosed={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Box>
  )
}

interface ThumbnailProps {
  picture: ShownFile
  box: { width: number; height: number }
  onShown: () => void
  onFailed: () => void
  onOpened: () => void
}

function Thumbnail({ picture: { name, url, thumbnail }, box, onShown, onFailed, onOpened }: ThumbnailProps) {
  const { text } = useTexts()
  const source = stableUrl(thumbnail ?? url)
  return (
    <ButtonBase
      aria-label={text('open', { name })}
      disabled={!url}
      onClick={onOpened}
      sx={{
        ...box,
        maxWidth: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'background.neutral',
      }}
    >
      {source ? (
        <Box
          component="img"
          src={source}
          alt={name}
          loading="lazy"
          onLoad={onShown}
          onError={onFailed}
          sx={{ width: 1, height: 1, objectFit: 'cover', typography: 'caption', overflowWrap: 'anywhere' }}
        />
      ) : (
        <Icon name="image" />
      )}
    </ButtonBase>
  )
}

interface DownloadProps {
  file: ShownFile
  onRenewed: Renew
}

function Download({ file: { name, size, url }, onRenewed }: DownloadProps) {
  const { text, locale } = useTexts()
  const link = useDownload(url, name, onRenewed)
  const content = (
    <>
      <Icon name={url ? 'file-down' : 'file-text'} />
      <Box component="span" sx={{ minWidth: 0 }}>
        <Typography variant="body2" component="span" sx={{ display: 'block' }}>
          <FileName name={name} />
        </Typography>
        <Typography variant="caption" component="span" sx={{ color: 'text.secondary' }}>
          {sizeIn(locale, size)}
        </Typography>
      </Box>
    </>
  )
  if (!url) return <Box sx={row}>{content}</Box>
  return (
    <Link {...link} aria-label={text('download', { name })} color="inherit" underline="hover" sx={row}>
      {content}
    </Link>
  )
}

const row = { display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, minHeight: sizes.finger } as const
