import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { fingerHigh } from '#web/theme/sharedStyles.ts'
import { CopyButton } from './CopyButton.tsx'

interface FormAddressProps {
  slug: string
}

/** The link to the form, and the lines that show it on the company's own website. */
export function FormAddress({ slug }: FormAddressProps) {
  const address = `${window.location.origin}/f/${slug}`
  const code = [
    `<a href="${address}" data-enquiry-link>Write to us</a>`,
    `<script src="${window.location.origin}/embed.js" data-form="${slug}" async></script>`,
  ].join('\n')
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
        <Link href={address} target="_blank" rel="noopener" sx={{ overflowWrap: 'anywhere', ...fingerHigh }}>
          {address}
        </Link>
        <CopyButton label="Copy link" text={address} />
      </Box>
      <EmbedCode code={code} />
    </Box>
  )
}

interface EmbedCodeProps {
  code: string
}

function EmbedCode({ code }: EmbedCodeProps) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography id={titleId} component="h3" variant="subtitle2">
        To show the form on your website, paste these lines into a page
      </Typography>
      <Box
        component="pre"
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: the keyboard must be able to scroll it
        tabIndex={0}
        aria-label="Lines for your website"
        sx={{
          m: 0,
          p: 2,
          borderRadius: 1,
          bgcolor: 'action.hover',
          fontFamily: 'monospace',
          typography: 'body2',
          overflowX: 'auto',
        }}
      >
        {code}
      </Box>
      <CopyButton label="Copy lines" text={code} />
    </Box>
  )
}
