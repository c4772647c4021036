import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { viewOf, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { scrollToCentre } from '#web/enquiries/filters/scrollToCentre.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import { touched } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { useListViewsQuery } from './viewApi.ts'

interface ViewChipsProps {
  query: ListQuery
}

/** The person's own views. The dialog also lists those of the company. */
export function ViewChips({ query }: ViewChipsProps) {
  const { data: views = [] } = useListViewsQuery()
  const own = views.filter(({ isShared }) => !isShared)
  const current = viewOf(query)
  if (own.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label="Your views"
      sx={{
        display: 'flex',
        flexShrink: 0,
        '& > li': { display: 'flex', alignItems: 'center' },
        gap: 1,
        listStyle: 'none',
        m: 0,
        p: 0,
        marginInlineStart: 'auto',
      }}
    >
      {own.map((view) => (
        <li key={view._id}>
          <Button
            ref={view.query === current ? scrollToCentre : undefined}
            component={Link}
            to={{ search: view.query }}
            size="small"
            color="inherit"
            variant="outlined"
            title={view.name}
            aria-current={view.query === current ? 'page' : undefined}
            sx={{
              maxWidth: listSizes.viewChip,
              [touched]: { minHeight: `min(${sizes.finger}px, 100%)` },
              borderRadius: 4,
              fontWeight: 500,
              whiteSpace: 'nowrap',
              '& bdi': { overflow: 'hidden', textOverflow: 'ellipsis' },
              '&[aria-current]': { bgcolor: 'action.selected', borderColor: 'text.primary' },
            }}
          >
            <bdi>{view.name}</bdi>
          </Button>
        </li>
      ))}
    </Box>
  )
}
