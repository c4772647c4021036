import { textsFor } from '#server/customers/texts.ts'
import { PageFrame, type Shown } from './PageFrame.tsx'
import { TextField } from './TextField.tsx'

/** Posts the token in the fragment, which stays in the address for a reload. Without one, it shows the field. */
const script = `
const form = document.getElementById('link')
form.action += location.hash
form.token.value = location.hash.slice(1)
if (form.token.value) form.submit()
else form.hidden = false
`

/** Behind a private link, whose token only a script can read. Without scripts, people paste the link. */
export function LinkPage({ page, action }: { page: Shown; action: string }) {
  const text = textsFor(page.language)
  return (
    <PageFrame page={page} title={text('open.title')}>
      <noscript>
        <style nonce={page.nonce}>{'#link { display: block !important }'}</style>
      </noscript>
      <form id="link" method="post" action={action} hidden>
        <TextField
          name="token"
          label={text('open.label')}
          hint={text('open.hint')}
          control={{ autoComplete: 'off', dir: 'ltr' }}
        />
        <div className="send">
          <button className="button" type="submit">
            {text('open.button')}
          </button>
        </div>
      </form>
      <script nonce={page.nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </PageFrame>
  )
}
