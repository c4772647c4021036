import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Installation } from '#contract/operator.ts'
import { SectionCard } from '#web/components/SectionCard.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { LevelIcon } from './LevelIcon.tsx'
import { countedWaiting, lengthText } from './words.ts'

interface JobsCardProps {
  jobs: Installation['jobs'] | undefined
}

/** Bulk changes that are not done yet. */
export function JobsCard({ jobs }: JobsCardProps) {
  return (
    <SectionCard title="Jobs" description="Bulk changes of all companies that are not done yet.">
      {jobs ? <Sentences of={jobSentences(jobs)} /> : <CardSkeleton what="the jobs" lines={1} />}
    </SectionCard>
  )
}

interface MailCardProps {
  mail: Installation['mail'] | undefined
}

/** Emails that are not sent or filed yet. */
export function MailCard({ mail }: MailCardProps) {
  return (
    <SectionCard title="Email" description="Emails of all companies that are not sent or filed yet.">
      {mail ? <Sentences of={mailSentences(mail)} /> : <CardSkeleton what="the emails" lines={2} />}
    </SectionCard>
  )
}

interface Sentence {
  text: string
  isWarning?: boolean
}

function jobSentences({ waiting, running, failing, oldestAge }: Installation['jobs']): Sentence[] {
  const sentences = [
    ...(running > 0 ? [{ text: `${countedWaiting(running, 'job')} ${running === 1 ? 'is' : 'are'} running.` }] : []),
    ...(waiting > 0 ? [{ text: waitingText(countedWaiting(waiting, 'job'), waiting, oldestAge) }] : []),
    ...(failing > 0 ? [{ text: failingText(failing), isWarning: true }] : []),
  ]
  return sentences.length > 0 ? sentences : [{ text: 'Nothing waits.' }]
}

function failingText(failing: number) {
  return `${countedWaiting(failing, 'job')} ${failing === 1 ? 'keeps' : 'keep'} failing. The log of the server says why.`
}

function mailSentences({ waiting, refused, oldestAge, received, mailboxAge }: Installation['mail']): Sentence[] {
  const isQuiet = waiting + refused + received === 0
  return [
    ...(isQuiet ? [{ text: 'Nothing waits.' }] : []),
    ...(waiting > 0
      ? [{ text: waitingText(countedWaiting(waiting, 'email'), waiting, oldestAge, ' to be sent') }]
      : []),
    ...(received > 0
      ? [{ text: `${countedWaiting(received, 'received email')} ${received === 1 ? 'is' : 'are'} not filed yet.` }]
      : []),
    ...(refused > 0 ? [{ text: refusedText(refused), isWarning: true }] : []),
    ...(mailboxAge === null ? [] : [{ text: `The mailbox was last checked ${lengthText(mailboxAge)} ago.` }]),
  ]
}

function refusedText(refused: number) {
  return `The mail server refused ${countedWaiting(refused, 'email')} for good. The log of the server says why.`
}

/** `waiting` is the subject with its number. `purpose` says what they wait for. */
function waitingText(waiting: string, count: number, oldestAge: number, purpose = '') {
  const verb = count === 1 ? 'waits' : 'wait'
  return `${waiting} ${verb}${purpose}, the oldest for ${lengthText(oldestAge)}.`
}

interface SentencesProps {
  of: Sentence[]
}

function Sentences({ of }: SentencesProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {of.map(({ text, isWarning }) => (
        <Box key={text} sx={{ display: 'flex', gap: 1 }}>
          {isWarning && <LevelIcon level="warning" />}
          <Typography variant="body2">{text}</Typography>
        </Box>
      ))}
    </Box>
  )
}
