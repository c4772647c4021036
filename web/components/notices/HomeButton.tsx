import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { paths } from '#web/navigation/paths.ts'

/** The action of a page that has nothing to show. */
export function HomeButton() {
  return (
    <Button component={Link} to={paths.home} variant="contained" color="inherit" size="large">
      Go to home
    </Button>
  )
}
