import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { toastError } from '#web/api/toasts.ts'
import { downloadUrl, isExpired } from '#web/components/pictureUrls.ts'
import type { Renewal } from './useRenewal.ts'

/** The attributes of a link that downloads a file. It fetches a new URL first if this one has expired. */
export function useDownload(url: string, name: string, renewal: Pick<Renewal, 'renew'>) {
  const ref = useRef<HTMLAnchorElement>(null)
  const [expiredUrl, setExpiredUrl] = useState<string>()
  useEffect(() => {
    if (expiredUrl !== undefined && expiredUrl !== url) ref.current?.click()
  }, [expiredUrl, url])
  const renew = async () => {
    setExpiredUrl(url)
    if (await renewal.renew()) return
    setExpiredUrl(undefined)
    toastError(`${name} could not be downloaded. Check your connection, then try again`)
  }
  const onClick = (event: MouseEvent) => {
    if (!isExpired(url)) return setExpiredUrl(undefined)
    event.preventDefault()
    void renew()
  }
  return { ref, href: downloadUrl(url), download: name, onClick }
}
