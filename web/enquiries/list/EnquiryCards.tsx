import Box from '@mui/material/Box'
import type { ListedEnquiry } from '#contract/enquiries.ts'
import type { Selection } from '#web/enquiries/bulk/useSelection.ts'
import { cardGrid } from './cardGrid.ts'
import { EnquiryCard } from './EnquiryCard.tsx'
import type { RowActions } from './useRowActions.ts'

interface EnquiryCardsProps {
  enquiries: ListedEnquiry[]
  fresh: ReadonlySet<string>
  selection: Selection
  actions: RowActions
}

/** The list on a phone. */
export function EnquiryCards({ enquiries, fresh, selection, actions }: EnquiryCardsProps) {
  return (
    <Box component="ul" aria-label="Enquiries" sx={{ ...cardGrid, listStyle: 'none', m: 0 }}>
      {enquiries.map((enquiry) => (
        <EnquiryCard
          key={enquiry._id}
          enquiry={enquiry}
          isFresh={fresh.has(enquiry._id)}
          isSelected={selection.has(enquiry._id)}
          onToggled={selection.toggle}
          actions={actions}
        />
      ))}
    </Box>
  )
}
