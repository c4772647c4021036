/** A line of the team: as much beside the text as there is room for, else below it. */
export const teamItem = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  py: 2,
  '&:not(:last-of-type)': { borderBottom: '1px dashed', borderColor: 'divider' },
  '&:first-of-type': { pt: 0 },
  '&:last-of-type': { pb: 0 },
} as const

export const teamItemText = { flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' } as const
