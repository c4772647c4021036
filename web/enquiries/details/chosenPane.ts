import { useLocation, useSearchParams } from 'react-router'

export const panes = ['enquiry', 'conversation'] as const
export type PaneName = (typeof panes)[number]

/** The pane that the address names: below lg, one of the two is shown. */
export function useChosenPane() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const chosen: PaneName = params.get('tab') === 'conversation' ? 'conversation' : 'enquiry'
  const choose = (name: PaneName) => {
    const next = new URLSearchParams(params)
    if (name === 'enquiry') next.delete('tab')
    else next.set('tab', name)
    // The state has the place in the list, for the neighbours.
    setParams(next, { replace: true, state })
  }
  return { chosen, choose }
}
