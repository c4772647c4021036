import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { choicesParameter } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'

/** Calls `open` when the address asks for the settings, and removes that from the address, so that a reload does not. */
export function useAskedChoices(open: () => void) {
  const { pathname, search, hash, state } = useLocation()
  const router = useRouter()
  const isAsked = new URLSearchParams(search).get(choicesParameter.name) === choicesParameter.value
  const answer = useEffectEvent(() => {
    const params = new URLSearchParams(search)
    params.delete(choicesParameter.name)
    const rest = params.toString()
    void router.replace(`${pathname}${rest && `?${rest}`}${hash}`, state)
    open()
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
}
