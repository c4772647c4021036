import Button from '@mui/material/Button'
import { useState } from 'react'
import { toastError, toastSuccess } from '#web/api/toasts.ts'
import { ColorModeChoices } from '#web/components/ColorModeChoices.tsx'
import { ColorModeMenu } from '#web/components/ColorModeMenu.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { LeaveDialog } from '#web/components/leaving/LeaveDialog.tsx'
import { HomeButton } from '#web/components/notices/HomeButton.tsx'
import { LoadingModal } from '#web/components/notices/LoadingModal.tsx'
import { PlainButton } from '#web/components/PlainButton.tsx'
import { ShortcutsButton } from '#web/components/shortcuts/ShortcutsButton.tsx'
import { ShortcutsDialog } from '#web/components/shortcuts/ShortcutsDialog.tsx'
import type { States } from './ComponentSection.tsx'
import { ShowOnPress } from './ShowOnPress.tsx'

function BrieflyLoading() {
  const [isLoading, setIsLoading] = useState(false)
  const show = () => {
    setIsLoading(true)
    window.setTimeout(() => setIsLoading(false), 3000)
  }
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={show}>
        Show
      </Button>
      <LoadingModal isLoading={isLoading} />
    </>
  )
}

/** Dialogs, menus and toasts have the mode of the page, which the menu at the top changes. */
export const actionExamples: Record<string, States> = {
  ColorModeChoices: {
    'dark chosen': (
      <ShowOnPress label="Open">
        {(isOpen, close) => (
          <ColorModeChoices open={isOpen} anchor={document.body} mode="dark" onChosen={close} onClosed={close} />
        )}
      </ShowOnPress>
    ),
  },
  ColorModeMenu: { usual: <ColorModeMenu /> },
  HomeButton: { usual: <HomeButton /> },
  LeaveDialog: {
    'input is kept': (
      <ShowOnPress label="Open">
        {(isOpen, close) => <LeaveDialog isOpen={isOpen} isKept onStayed={close} onLeft={close} onDiscarded={close} />}
      </ShowOnPress>
    ),
    'input is lost': (
      <ShowOnPress label="Open">
        {(isOpen, close) => <LeaveDialog isOpen={isOpen} isKept={false} onStayed={close} onLeft={close} />}
      </ShowOnPress>
    ),
  },
  LoadingModal: {
    'for three seconds': <BrieflyLoading />,
  },
  PlainButton: {
    plain: <PlainButton>Status</PlainButton>,
    icon: (
      <PlainButton className="icon-button" aria-label="Next page">
        <Icon name="chevron-right" />
      </PlainButton>
    ),
    'icon, disabled': (
      <PlainButton className="icon-button" aria-label="Next page" disabled>
        <Icon name="chevron-right" />
      </PlainButton>
    ),
    text: <PlainButton className="button">Filters</PlainButton>,
    outlined: <PlainButton className="button outlined">Desk</PlainButton>,
    filled: <PlainButton className="button filled">Add Enquiry</PlainButton>,
  },
  ShortcutsButton: { usual: <ShortcutsButton /> },
  ShortcutsDialog: {
    usual: (
      <ShowOnPress label="Open">{(isOpen, close) => <ShortcutsDialog open={isOpen} onClosed={close} />}</ShowOnPress>
    ),
  },
  Toasts: {
    success: (
      <Button variant="outlined" color="inherit" onClick={() => toastSuccess('Enquiry updated')}>
        Show
      </Button>
    ),
    error: (
      <Button variant="outlined" color="inherit" onClick={() => toastError('Cannot reach the server')}>
        Show
      </Button>
    ),
  },
}
