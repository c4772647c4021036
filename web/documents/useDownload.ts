import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { reported } from '#web/api/reporting.ts'
import { downloadUrl, isExpired } from '#web/components/pictureUrls.ts'
import type { Renew } from './useRenewal.ts'

/** The attributes of a link that downloads a file. It fetches a new URL first if this one has expired. */
export function useDownload(url: string, name: string, renew: Renew) {
  const ref = useRef<HTMLAnchorElement>(null)
  const [expiredUrl, setExpiredUrl] = useState<string>()
  useEffect(() => {
    if (expiredUrl !== undefined && expiredUrl !== url) ref.current?.click()
  }, [expiredUrl, url])
  const fetchUrl = async () => {
    setExpiredUrl(url)
    const renewed = renew()
    void reported(renewed)
    if ((await renewed).error) setExpiredUrl(undefined)
  }
  const onClick = (event: MouseEvent) => {
    if (!isExpired(url)) return setExpiredUrl(undefined)
    event.preventDefault()
    void fetchUrl()
  }
  return { ref, href: downloadUrl(url), download: name, onClick }
}
