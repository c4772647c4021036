import { useEffect } from 'react'
import { useParams } from 'react-router'
import { z } from 'zod'
import { NotFound } from '#web/components/notices/NotFound.tsx'
import { AddEnquiry } from '#web/enquiries/create/AddEnquiry.tsx'
import { enquiryOpened } from '#web/enquiries/enquirySlice.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { addEnquiryId } from '#web/navigation/paths.ts'
import type { EnquiryParts } from './enquiryParts.ts'
import { ViewEnquiry } from './ViewEnquiry.tsx'

const Id = z.uuid()

interface EnquiryPageProps {
  parts: EnquiryParts
}

export function EnquiryPage({ parts }: EnquiryPageProps) {
  const { id = '' } = useParams()
  const dispatch = useAppDispatch()
  useEffect(() => void dispatch(enquiryOpened(id)), [dispatch, id])
  if (id === addEnquiryId) return <AddEnquiry />
  if (!Id.safeParse(id).success) return <NotFound noun="Enquiry" />
  return <ViewEnquiry key={id} id={id} parts={parts} />
}
