import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'

interface FileErrorsProps {
  messages: string[]
}

/** The live region is always rendered: screen readers often skip one that appears together with its text. */
export function FileErrors({ messages }: FileErrorsProps) {
  return (
    <Box role="alert" sx={{ display: 'contents' }}>
      {messages.length > 0 && (
        <Alert severity="error" role="presentation" sx={{ overflowWrap: 'anywhere' }}>
          {messages.map((message) => (
            <Box key={message} component="bdi" sx={{ display: 'block' }}>
              {message}
            </Box>
          ))}
        </Alert>
      )}
    </Box>
  )
}
