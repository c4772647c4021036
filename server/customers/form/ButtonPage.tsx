import { Brand, PageFrame, type Shown } from './PageFrame.tsx'
import { Sign, type SignName } from './Sign.tsx'

/** A page with one button, which posts the token of its link to `action`. */
export type ButtonShown = Shown & { action: string; token: string }

type ButtonTexts = { title: string; text: string; button: string; hint?: string }

/** Behind a link in an email: a button, because mail programs open links to check them. */
export function ButtonPage({ page, texts, sign }: { page: ButtonShown; texts: ButtonTexts; sign: SignName }) {
  return (
    <PageFrame page={page} title={texts.title}>
      <Brand page={page} />
      <div className="outcome">
        <Sign name={sign} />
        <h1 tabIndex={-1}>{texts.title}</h1>
        <p>{texts.text}</p>
        <form method="post" action={page.action}>
          <input type="hidden" name="token" value={page.token} />
          <div className="send">
            <button className="button" type="submit" name="pressed" value="yes">
              {texts.button}
            </button>
          </div>
        </form>
        {texts.hint && <p className="hint">{texts.hint}</p>}
      </div>
    </PageFrame>
  )
}
