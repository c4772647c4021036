import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { LeftOut, MessageEmail } from '#contract/chat.ts'
import { MessageText } from '#web/chat/thread/MessageText.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { emailParts, type EmailPart } from './emailParts.ts'
import { useOpened } from './openedParts.ts'

/** The texts around an email, in the language of the page. */
export interface EmailTexts {
  /** Shown instead of a message that a program wrote. */
  automatic: string
  show: string
  hide: string
  showQuote: string
  hideQuote: string
  showRest: string
  hideRest: string
  leftOut: (part: LeftOut) => string
}

interface EmailContentProps {
  /** Names the message among those of the page. */
  id: string
  text: string
  email: Pick<MessageEmail, 'isAutomatic' | 'collapsed' | 'leftOut'>
  texts: EmailTexts
  /** The files. */
  children: ReactNode
}

/** The content of the bubble of a message that came by email. */
export function EmailContent({ id, text, email, texts, children }: EmailContentProps) {
  const rest = (
    <>
      {children}
      <LeftOutParts parts={email.leftOut} texts={texts} />
    </>
  )
  if (email.isAutomatic) {
    return (
      <AutomaticEmail id={id} texts={texts}>
        {text && <MessageText text={text} />}
        {rest}
      </AutomaticEmail>
    )
  }
  return (
    <Box sx={stacked}>
      {emailParts(text, email.collapsed).map((part) =>
        part.kind === 'shown' ? (
          <Shown key={part.from} text={part.text} />
        ) : (
          <Collapsed key={part.from} id={`${id}:${part.from}`} part={part} texts={texts} />
        ),
      )}
      {rest}
    </Box>
  )
}

const stacked = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: 0.5 }

interface ShownProps {
  text: string
}

/** The space around a quote replaces the empty lines next to it. */
function Shown({ text }: ShownProps) {
  const shown = text.replace(/^\s*\n/, '').trimEnd()
  return shown && <MessageText text={shown} />
}

interface AutomaticEmailProps {
  id: string
  texts: EmailTexts
  children: ReactNode
}

function AutomaticEmail({ id, texts, children }: AutomaticEmailProps) {
  const [isOpen, toggle] = useOpened(id)
  return (
    <Box sx={stacked}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {texts.automatic}
        </Typography>
        <Toggle icon="ellipsis" isOpen={isOpen} onClick={toggle}>
          {isOpen ? texts.hide : texts.show}
        </Toggle>
      </Box>
      {isOpen && children}
    </Box>
  )
}

interface CollapsedProps extends Pick<EmailContentProps, 'id' | 'texts'> {
  part: EmailPart
}

function Collapsed({ id, part: { kind, text }, texts }: CollapsedProps) {
  const [isOpen, toggle] = useOpened(id)
  const [show, hide] = kind === 'quote' ? [texts.showQuote, texts.hideQuote] : [texts.showRest, texts.hideRest]
  return (
    <>
      <Toggle icon="ellipsis" isOpen={isOpen} onClick={toggle}>
        {isOpen ? hide : show}
      </Toggle>
      {isOpen && (
        <Box sx={kind === 'quote' ? quoted : {}}>
          <Shown text={text} />
        </Box>
      )}
    </>
  )
}

const quoted = { borderInlineStart: 3, borderColor: 'text.disabled', paddingInlineStart: 1.25, color: 'text.secondary' }

interface ToggleProps {
  icon: IconName
  isOpen: boolean
  onClick: () => void
  children: string
}

function Toggle({ icon, isOpen, onClick, children }: ToggleProps) {
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<Icon name={icon} size="small" />}
      aria-expanded={isOpen}
      onClick={onClick}
      sx={{ mx: -0.625, py: 0, color: 'text.secondary', fontWeight: 'fontWeightMedium' }}
    >
      {children}
    </Button>
  )
}

interface LeftOutPartsProps {
  parts: LeftOut[]
  texts: EmailTexts
}

function LeftOutParts({ parts, texts }: LeftOutPartsProps) {
  if (parts.length === 0) return null
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.25, color: 'text.secondary' }}>
      {parts.map((part, index) => (
        <Box
          key={index}
          component="li"
          sx={{ display: 'flex', alignItems: 'baseline', gap: 0.75, typography: 'caption', overflowWrap: 'anywhere' }}
        >
          <Box component="span" sx={{ display: 'flex', flexShrink: 0, transform: 'translateY(2px)' }}>
            <Icon name="circle-alert" size="tiny" />
          </Box>
          <span dir="auto">{texts.leftOut(part)}</span>
        </Box>
      ))}
    </Box>
  )
}
