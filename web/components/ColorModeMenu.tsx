import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { PlainButton } from '#web/components/PlainButton.tsx'
import { useColorMode, type ColorMode } from '#web/theme/colorMode.ts'
import { colorModeLooks } from './colorModeLooks.ts'

const ColorModeChoices = lazyPart(async () => (await import('./ColorModeChoices.tsx')).ColorModeChoices)

export function ColorModeMenu() {
  const { mode, setMode } = useColorMode()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const choose = (chosen: ColorMode) => {
    setMode(chosen)
    close()
  }
  return (
    <>
      <Tooltip title="Colour mode">
        <PlainButton
          className="icon-button"
          aria-label="Colour mode"
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name={colorModeLooks[mode].icon} />
        </PlainButton>
      </Tooltip>
      <ColorModeChoices open={anchor !== null} anchor={anchor} mode={mode} onChosen={choose} onClosed={close} />
    </>
  )
}
