import type { CaughtMail } from '#server/mail/caughtMails.ts'

type MailsPageProps = { mails: CaughtMail[]; nonce: string }

const styles = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  article { border: 1px solid #8886; border-radius: 12px; padding: 1rem 1.25rem; margin: 1rem 0 }
  h2 { font-size: 1.1rem; margin: 0 0 .25rem; overflow-wrap: anywhere }
  p { margin: .25rem 0; opacity: .8; overflow-wrap: anywhere }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 1rem 0 0 }
`

/** The mails that this server would have sent, newest first. */
export function MailsPage({ mails, nonce }: MailsPageProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="refresh" content="5" />
        <link rel="icon" href="/favicon.ico" />
        <title>Caught emails</title>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main>
          <h1>Caught emails</h1>
          <p>This server sends no email. It shows here what it would have sent. The page reloads by itself.</p>
          {mails.length === 0 && <p>No emails yet. Replies to customers follow a minute after the last one.</p>}
          {mails.map((mail) => (
            <Mail key={`${mail.at.getTime()} ${mail.to} ${mail.subject}`} mail={mail} />
          ))}
        </main>
      </body>
    </html>
  )
}

function Mail({ mail: { to, from, subject, text, at } }: { mail: CaughtMail }) {
  return (
    <article>
      <h2>{subject}</h2>
      <p>
        To {to}, from {from}, <time dateTime={at.toISOString()}>{at.toISOString().slice(11, 19)}</time>
      </p>
      <pre dir="auto">{text.split(/(https?:\/\/\S+)/).map(linked)}</pre>
    </article>
  )
}

/** Every second part is an address. */
function linked(part: string, index: number) {
  return index % 2 === 0 ? (
    part
  ) : (
    <a key={index} href={part}>
      {part}
    </a>
  )
}
