import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { CompanyLogo } from '#web/components/CompanyLogo.tsx'
import { DateTime } from '#web/components/DateTime.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { bundledIcons, hostedIcons } from '#web/components/icons/iconNames.ts'
import { Logo } from '#web/components/Logo.tsx'
import { StatusDrawing } from '#web/components/notices/StatusDrawing.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { KeyCap } from '#web/components/shortcuts/KeyCap.tsx'
import { TwoLines } from '#web/components/TwoLines.tsx'
import picture from '#web/theme/favicon.svg'
import type { States } from './ComponentSection.tsx'

const longText = 'The printer on the second floor prints only every other page, and only on Tuesdays. '.repeat(6)
const hour = 60 * 60 * 1000

function Row({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>{children}</Box>
}

export const pictureExamples: Record<string, States> = {
  CompanyLogo: {
    'with a logo': <CompanyLogo name="Example Ltd" logo={picture} />,
    'without a logo': <CompanyLogo name="Example Ltd" logo={null} />,
    large: <CompanyLogo name="Example Ltd" logo={picture} size="large" />,
  },
  DateTime: {
    all: <DateTime value="2026-03-01T09:30:00Z" />,
    minute: <DateTime value="2026-03-01T09:30:00Z" detail="minute" />,
    day: <DateTime value="2026-03-01T09:30:00Z" detail="day" />,
    'brief, two hours ago': <DateTime value={new Date(Date.now() - 2 * hour).toISOString()} detail="brief" />,
    'brief, another year': <DateTime value="2019-03-01T09:30:00Z" detail="brief" />,
  },
  Icon: {
    'every name': (
      <Row>
        {[...bundledIcons, ...hostedIcons].map((name) => (
          <span key={name} title={name}>
            <Icon name={name} />
          </span>
        ))}
      </Row>
    ),
    'every size': (
      <Row>
        <Icon name="bell" size="small" />
        <Icon name="bell" />
        <Icon name="bell" size="large" />
        <Icon name="bell" size="illustration" />
      </Row>
    ),
  },
  KeyCap: {
    letter: <KeyCap name="e" />,
    arrow: <KeyCap name="ArrowDown" />,
    named: <KeyCap name="Escape" />,
  },
  Logo: { usual: <Logo /> },
  PersonAvatar: {
    'with a picture': <PersonAvatar name="Ada Byron" picture={picture} />,
    'without a picture': <PersonAvatar name="Ada Byron" picture={null} />,
    tiny: <PersonAvatar name="Ada Byron" picture={null} size="tiny" />,
    large: <PersonAvatar name="Ada Byron" picture={null} size="large" />,
  },
  StatusDrawing: {
    lostPath: <StatusDrawing name="lostPath" />,
    missingSheet: <StatusDrawing name="missingSheet" />,
    lockedDoor: <StatusDrawing name="lockedDoor" />,
    pulledPlug: <StatusDrawing name="pulledPlug" />,
    crackedWindow: <StatusDrawing name="crackedWindow" />,
  },
  TwoLines: {
    short: <TwoLines>The printer does not print</TwoLines>,
    'more than two lines': <TwoLines>{longText}</TwoLines>,
    'right to left': <TwoLines>الطابعة لا تطبع</TwoLines>,
  },
}
