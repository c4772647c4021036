import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'

interface EnquiryHeadingProps {
  title: string
}

export function EnquiryHeading({ title }: EnquiryHeadingProps) {
  const router = useRouter()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 0.5, sm: 1 }, mt: 2, mb: 3 }}>
      <PageTitle>{title}</PageTitle>
      <IconButton aria-label="Back" edge="start" onClick={() => router.backOr(paths.home)}>
        <Icon name="arrow-left" />
      </IconButton>
      <Typography component="h1" variant="h4">
        {title}
      </Typography>
    </Box>
  )
}
