import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { downloadUrl } from '#web/components/pictureUrls.ts'
import { useTexts } from './threadTexts.ts'

interface LargePictureProps {
  name: string
  url: string
  onClosed: () => void
}

/** One picture, as large as the window allows. */
export function LargePicture({ name, url, onClosed }: LargePictureProps) {
  const { text, direction, language } = useTexts()
  const titleId = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  return (
    <Dialog
      open
      fullScreen={isPhone}
      maxWidth="lg"
      onClose={onClosed}
      aria-labelledby={titleId}
      dir={direction}
      lang={language}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, paddingInlineEnd: 1 }}>
        <DialogTitle id={titleId} noWrap dir="auto" sx={{ flexGrow: 1, minWidth: 0 }}>
          {name}
        </DialogTitle>
        <IconButton component="a" href={downloadUrl(url)} download={name} aria-label={text('download', { name })}>
          <Icon name="download" />
        </IconButton>
        <IconButton aria-label={text('close')} onClick={onClosed}>
          <Icon name="x" />
        </IconButton>
      </Box>
      <Box sx={{ flexGrow: 1, minHeight: 0, display: 'grid', placeItems: 'center', bgcolor: 'background.neutral' }}>
        <Box
          component="img"
          src={url}
          alt={name}
          sx={{ maxWidth: 1, maxHeight: { xs: '85dvh', sm: '78vh' }, objectFit: 'contain' }}
        />
      </Box>
    </Dialog>
  )
}
