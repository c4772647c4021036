import Typography from '@mui/material/Typography'

interface EmailAddressProps {
  children: string
}

/** Where it does not fit in one line it goes on at its sign, and within a word only if nothing else helps. */
export function EmailAddress({ children }: EmailAddressProps) {
  const at = children.lastIndexOf('@')
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'break-word' }}>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </Typography>
  )
}
