/** The styles of the form's fields, its summary of errors and the chosen images. */
export const fieldStyles = `
form{display:grid;grid-template-columns:minmax(0,1fr);gap:1.375rem;margin-block-start:1.75rem}
.pair{display:grid;grid-template-columns:minmax(0,1fr);gap:1.375rem}
@media (min-width:36rem){.pair{grid-template-columns:repeat(2,minmax(0,1fr))}}
.field{display:grid;grid-template-columns:minmax(0,1fr);gap:.375rem;align-content:start;min-width:0}
.field>label,.label{font-weight:600}
.optional{font-weight:400;color:var(--muted)}
.control{display:block;inline-size:100%;min-height:3rem;padding:.6875rem .875rem;border:1px solid var(--control);
border-radius:.625rem;background:var(--field);color:var(--text);font:inherit;line-height:1.5}
.control:hover{border-color:var(--text)}
.control:focus{outline:3px solid var(--ring);outline-offset:1px;border-color:transparent}
.control[aria-invalid=true]{border:2px solid var(--error);padding:.625rem .8125rem}
textarea.control{min-height:9.5rem;max-height:36rem;resize:vertical;field-sizing:content}
.choice{position:relative;display:block}
.choice::after{content:"";position:absolute;inset-inline-end:1.125rem;inset-block-start:calc(50% - .375rem);
inline-size:.5rem;block-size:.5rem;border:solid var(--muted);border-width:0 2px 2px 0;transform:rotate(45deg);
pointer-events:none}
.choice select{appearance:none;padding-inline-end:2.75rem;text-overflow:ellipsis;cursor:pointer}
.error{display:flex;gap:.5rem;color:var(--error);font-size:.9375rem;font-weight:500}
.error::before{content:"!";flex:none;display:grid;place-items:center;inline-size:1.125rem;block-size:1.125rem;
margin-block-start:.1875rem;border-radius:50%;background:var(--error);color:var(--paper);
font:700 .75rem/1 system-ui,sans-serif}
.summary{padding:1rem 1.125rem;border:1px solid var(--error);border-inline-start-width:5px;border-radius:.625rem;
background:var(--error-soft)}
.summary:focus{outline:3px solid var(--error);outline-offset:2px}
.summary h2{font-size:1.0625rem;line-height:1.35}
.summary li,.summary p{margin-block-start:.375rem}
.summary a{color:var(--error);font-weight:500}
.drop{position:relative;display:grid;grid-template-columns:minmax(0,1fr);justify-items:start;gap:.625rem;padding:1rem;border:1.5px dashed var(--control);
border-radius:.625rem;background:var(--field);transition:background-color .15s,border-color .15s}
.drop input[type=file]:not(.unseen){max-inline-size:100%;font:inherit;font-size:.9375rem;color:var(--muted)}
.drop input[type=file]::file-selector-button{min-height:2.75rem;margin-inline-end:.875rem;padding:.5rem 1rem;
border:1px solid var(--control);border-radius:.625rem;background:var(--paper);color:var(--text);font:inherit;
font-weight:600;cursor:pointer}
.drop input[type=file]:focus-visible{outline:3px solid var(--ring);outline-offset:3px;border-radius:.25rem}
.drop.over{border-color:var(--ring);background:var(--brand-soft)}
.pick{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .75rem;color:var(--muted);font-size:.9375rem}
.pick .quiet{display:inline-flex;align-items:center;gap:.5rem;background:var(--paper);font-size:1rem}
.pick svg{inline-size:1.25rem;block-size:1.25rem}
input.unseen:focus-visible+.pick .quiet{outline:3px solid var(--ring);outline-offset:3px}
.images{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.5rem,1fr));gap:.75rem;inline-size:100%}
.images:empty{display:none}
.images li{position:relative;overflow:hidden;border:1px solid var(--line);border-radius:.625rem;background:var(--paper)}
.images img{display:block;inline-size:100%;aspect-ratio:4/3;object-fit:cover;background:var(--brand-soft)}
.images span{display:block;overflow:hidden;padding:.375rem .625rem;font-size:.8125rem;text-overflow:ellipsis;
white-space:nowrap}
.images button{position:absolute;inset-block-start:.25rem;inset-inline-end:.25rem;display:grid;place-items:center;
inline-size:2.5rem;block-size:2.5rem;border:2px solid #fff;border-radius:50%;background:#1c252e;color:#fff;
font:600 1.25rem/1 system-ui,sans-serif;cursor:pointer}
.send{display:grid;justify-items:start;gap:.75rem}
.send .error:empty{display:none}
@media (max-width:36rem){.send{justify-items:stretch}}
.restored{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem;padding:.5rem .5rem;
padding-inline-start:1rem;border-radius:.625rem;background:var(--brand-soft);font-size:.9375rem}
`
