import { coloursFrom } from './colours.ts'
import { fieldStyles } from './fieldStyles.ts'

/** All styles of the pages. One sheet for all, because the script shows an outcome in the page of the form. */
export function pageStyles(colour: string) {
  return `${variables(colour)}${frame}${fieldStyles}${outcome}`
}

function variables(colour: string) {
  const [light, dark] = (['light', 'dark'] as const).map((scheme) =>
    Object.entries(coloursFrom(colour, scheme))
      .map(([name, value]) => `--${name}:${value};`)
      .join(''),
  )
  return `
:root{color-scheme:light dark;${light}
--text:#1c252e;--muted:#51606e;--line:#dfe3e8;--control:#7d8b99;--field:#ffffff;--error:#b71d18;--error-soft:#fdeceb;
--shadow:0 1px 2px rgb(28 37 46/.06),0 12px 32px -12px rgb(28 37 46/.16)}
@media (prefers-color-scheme:dark){:root{${dark}
--text:#f4f6f8;--muted:#b1bdc8;--line:#36424e;--control:#8291a0;--field:#161d24;--error:#ffa08a;--error-soft:#3a2326;
--shadow:0 12px 32px -12px rgb(0 0 0/.5)}}
`
}

const frame = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif}
.frame{max-width:42rem;margin-inline:auto;padding:clamp(.5rem,3vw,2.5rem) clamp(.5rem,4vw,1.5rem) 2rem}
main{display:block}
.card{position:relative;overflow:clip;background:var(--paper);border:1px solid var(--line);border-radius:1rem;
box-shadow:var(--shadow);padding:clamp(1.5rem,6vw,2.75rem) clamp(1.125rem,6vw,2.75rem)}
.card::before{content:"";position:absolute;inset:0 0 auto;block-size:5px;background:var(--brand)}
h1,h2,p,ul{margin:0;padding:0}
ul{list-style:none}
h1{font-size:clamp(1.375rem,1.1rem + 1.4vw,1.75rem);line-height:1.25;font-weight:700;letter-spacing:-.01em;
overflow-wrap:anywhere;text-wrap:pretty}
h1:focus{outline:none}
a{color:var(--link);text-underline-offset:.2em}
a:focus-visible,button:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--ring);outline-offset:3px;
border-radius:.25rem}
.brand{display:flex;align-items:center;gap:.875rem;min-width:0}
.brand img{flex:none;inline-size:3rem;block-size:3rem;object-fit:contain;border-radius:.625rem;background:#fff}
.brand p{font-weight:600;overflow-wrap:anywhere;min-width:0}
.greeting{margin-block-start:.75rem;color:var(--muted);white-space:pre-line;overflow-wrap:anywhere}
.languages{margin-block-end:.5rem;font-size:.875rem}
.languages ul{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:.125rem}
.languages a,.languages summary{display:inline-flex;align-items:center;min-height:2.75rem;padding:.25rem .625rem;
border-radius:.625rem;color:var(--muted);text-decoration:none}
.languages a:hover,.languages summary:hover{color:var(--text);text-decoration:underline}
.languages a[aria-current]{color:var(--text);font-weight:600}
.languages summary{display:flex;margin-inline-start:auto;inline-size:fit-content;gap:.5rem;list-style:none;cursor:pointer}
.languages summary::-webkit-details-marker{display:none}
.languages summary::after{content:"";inline-size:.4375rem;block-size:.4375rem;margin-block-start:-.25rem;
border:solid;border-width:0 2px 2px 0;transform:rotate(45deg)}
footer{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:.25rem 1.25rem;margin-block-start:.75rem;
min-height:2.75rem;
font-size:.875rem;color:var(--muted)}
footer a{display:inline-flex;align-items:center;min-height:2.75rem}
.hint{color:var(--muted);font-size:.875rem}
.button{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:3rem;padding:.625rem 1.75rem;
border:1px solid var(--ring);border-radius:.75rem;background:var(--brand);color:var(--on-brand);
font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer;
transition:background-color .15s}
.button:hover,.button:active{background:var(--brand-pressed)}
.button:focus-visible{border-radius:.75rem}
.button[aria-disabled=true]{cursor:progress;opacity:.75}
.quiet{min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--control);border-radius:.625rem;background:none;
color:var(--text);font:inherit;font-weight:600;cursor:pointer}
.quiet:hover{background:var(--brand-soft)}
.unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.trap{position:absolute;inset-inline-start:-200vw;inset-block-start:auto;inline-size:1px;block-size:1px;overflow:hidden}
.embedded body{background:none}
.embedded .frame{max-width:none;padding:0;background:var(--paper)}
.embedded .languages{padding-inline:.5rem;margin-block-end:0}
.embedded .card{border-radius:0;border-width:0;box-shadow:none;padding-block-end:.5rem}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`

const outcome = `
.outcome{margin-block-start:1.75rem}
.outcome h1{font-size:clamp(1.25rem,1.1rem + .8vw,1.5rem)}
.sign{display:grid;place-items:center;inline-size:3.5rem;block-size:3.5rem;margin-block-end:1.25rem;border-radius:50%;
background:var(--brand-soft);color:var(--on-brand-soft)}
.sign svg{inline-size:1.75rem;block-size:1.75rem}
.outcome p{margin-block-start:.75rem;overflow-wrap:anywhere}
.outcome a.button,.outcome form{margin-block-start:1.5rem}
.private{display:flex;flex-wrap:wrap;gap:.625rem;margin-block-start:.375rem}
.private input{flex:1 1 14rem}
.private-label{display:block;margin-block-start:1.5rem;font-weight:600}
`
