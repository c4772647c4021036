import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { paths } from '#web/navigation/paths.ts'
import { OpenThread } from './OpenThread.tsx'
import { Expired, Failed, Gone, Opening } from './PageStates.tsx'
import { browserLanguage, Texts } from './threadTexts.ts'
import { useCustomerThread, type Opened } from './useCustomerThread.ts'
import { useDocumentLanguage, useThreadTexts } from './useThreadTexts.ts'

/** The page of a customer without an account: one enquiry, opened with its private link. */
export function CustomerPage() {
  const { token: tokenInPath } = useParams()
  const { search, hash } = useLocation()
  if (tokenInPath) return <Navigate replace to={{ pathname: paths.customer, search, hash: tokenInPath }} />
  const token = hash.slice(1)
  // Another link is another page.
  return <LinkPage key={token} token={token} />
}

interface LinkPageProps {
  token: string
}

function LinkPage({ token }: LinkPageProps) {
  const page = useCustomerThread(token)
  const { opened, retry } = page
  const texts = useThreadTexts(languageOf(opened))
  useDocumentLanguage(texts, texts && titleOf(opened, texts.text('title')))
  if (!texts || opened.kind === 'opening')
    return (
      <Frame>
        <Opening texts={texts} />
      </Frame>
    )
  return (
    <Texts value={texts}>
      <Frame>
        {opened.kind === 'open' && <OpenThread token={token} thread={opened.thread} page={page} />}
        {opened.kind === 'expired' && <Expired token={token} link={opened.link} />}
        {opened.kind === 'gone' && <Gone />}
        {opened.kind === 'failed' && <Failed onRetry={retry} />}
      </Frame>
    </Texts>
  )
}

function languageOf(opened: Opened) {
  if (opened.kind === 'open') return opened.thread.language
  return opened.kind === 'expired' ? opened.link.language : browserLanguage()
}

function titleOf(opened: Opened, title: string) {
  if (opened.kind === 'open') return `${title} ${opened.thread.enquiryId} · ${opened.thread.company.companyName}`
  return opened.kind === 'expired' ? `${title} · ${opened.link.company.companyName}` : title
}

interface FrameProps {
  children: ReactNode
}

function Frame({ children }: FrameProps) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      {children}
    </Box>
  )
}
