import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Every way to navigate. Pages use no other. */
export function useRouter() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useMemo(
    () => ({
      path: pathname,
      back: () => navigate(-1),
      forward: () => navigate(1),
      refresh: () => navigate(0),
      /** Stores `state` with the history entry. */
      push: (path: string, state?: unknown) => navigate(path, { state }),
      replace: (path: string, state?: unknown) => navigate(path, { replace: true, state }),
      /** Goes to the product's previous page in this tab, or to `path` if there is none. */
      backOr: (path: string) => (hasPrevious() ? navigate(-1) : navigate(path, { replace: true })),
    }),
    [navigate, pathname],
  )
}

/** The router numbers its history entries from 0; another site may precede the first one. */
function hasPrevious() {
  return (window.history.state?.idx ?? 0) > 0
}
