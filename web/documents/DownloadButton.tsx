import Button from '@mui/material/Button'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { isExpired } from '#web/components/pictureUrls.ts'
import type { Renewal } from './useRenewal.ts'

interface DownloadButtonProps {
  url: string
  name: string
  renewal: Renewal
}

/** Downloads the file; first asks for a new address where this one has expired. */
export function DownloadButton({ url, name, renewal }: DownloadButtonProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const [expired, setExpired] = useState<string>()
  useEffect(() => {
    if (expired !== undefined && expired !== url) link.current?.click()
  }, [expired, url])
  const renewFirst = (event: MouseEvent) => {
    if (!isExpired(url)) return setExpired(undefined)
    event.preventDefault()
    setExpired(url)
    void renewal.renew()
  }
  return (
    <Button
      component="a"
      ref={link}
      href={url}
      download={name}
      color="inherit"
      startIcon={<Icon name="download" />}
      onClick={renewFirst}
    >
      Download
    </Button>
  )
}
