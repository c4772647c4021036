import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Every way to move about. Pages navigate by this and nothing else. */
export function useRouter() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useMemo(
    () => ({
      path: pathname,
      back: () => navigate(-1),
      forward: () => navigate(1),
      refresh: () => navigate(0),
      /** With `state` to be kept with the entry of the history. */
      push: (path: string, state?: unknown) => navigate(path, { state }),
      replace: (path: string, state?: unknown) => navigate(path, { replace: true, state }),
      /** To the previous page of ours in this tab; to `path` when there is none. */
      backOr: (path: string) => (hasPrevious() ? navigate(-1) : navigate(path, { replace: true })),
    }),
    [navigate, pathname],
  )
}

/** The router numbers the entries it makes; the first one may have another site before it. */
function hasPrevious() {
  return (window.history.state?.idx ?? 0) > 0
}
