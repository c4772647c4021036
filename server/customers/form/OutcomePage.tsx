import { textsFor } from '#server/customers/texts.ts'
import { addressOf, Brand, PageFrame, type Shown } from './PageFrame.tsx'
import { Sign, type SignName } from './Sign.tsx'

export type Outcome =
  | { kind: 'confirm'; address: string }
  | { kind: 'link'; url: string }
  | { kind: 'held' }
  | { kind: 'received' }
  | { kind: 'confirmed'; url: string }
  | { kind: 'expired' }
  | { kind: 'missing' }
  | { kind: 'closed' }
  | { kind: 'busy' }
  | { kind: 'stopped' }
  | { kind: 'gone' }

const signs: Record<Outcome['kind'], SignName> = {
  confirm: 'letter',
  link: 'tick',
  held: 'tick',
  received: 'tick',
  confirmed: 'tick',
  expired: 'clock',
  missing: 'question',
  closed: 'closed',
  busy: 'clock',
  stopped: 'tick',
  gone: 'question',
}

/** The outcome of a form that was sent, or the reason why there is no form. */
export function OutcomePage({ page, outcome }: { page: Shown; outcome: Outcome }) {
  const text = textsFor(page.language)
  const title = text(`outcome.${outcome.kind}.title`)
  const values = outcome.kind === 'confirm' ? { address: outcome.address } : undefined
  return (
    <PageFrame page={page} title={title}>
      <Brand page={page} />
      <div className="outcome">
        <Sign name={signs[outcome.kind]} />
        <h1 tabIndex={-1}>{title}</h1>
        <p>{text(`outcome.${outcome.kind}.text`, values)}</p>
        {outcome.kind === 'confirm' && <p className="hint">{text('outcome.confirm.hint')}</p>}
        {outcome.kind === 'link' && <PrivateLink page={page} url={outcome.url} />}
        {outcome.kind === 'confirmed' && (
          <OpenLink page={page} url={outcome.url} label={text('outcome.confirmed.open')} />
        )}
        {outcome.kind === 'expired' && page.companyName && (
          <a className="button" href={addressOf(page, page.language)}>
            {text('outcome.expired.again')}
          </a>
        )}
      </div>
    </PageFrame>
  )
}

/** Shows the link itself, because people must keep it. Only the script can copy it. */
function PrivateLink({ page, url }: { page: Shown; url: string }) {
  const text = textsFor(page.language)
  return (
    <>
      <label className="private-label" htmlFor="private">
        {text('outcome.link.label')}
      </label>
      <div className="private">
        <input className="control" id="private" type="text" readOnly value={url} dir="ltr" />
        <button className="quiet" type="button" hidden data-copy="private" data-copied={text('outcome.link.copied')}>
          {text('outcome.link.copy')}
        </button>
      </div>
      <OpenLink page={page} url={url} label={text('outcome.link.open')} />
    </>
  )
}

/** Opens a window of its own from inside another website, where browsers may keep its storage away. */
function OpenLink({ page, url, label }: { page: Shown; url: string; label: string }) {
  const apart = page.isEmbedded ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a className="button" href={url} {...apart}>
      {label}
    </a>
  )
}
