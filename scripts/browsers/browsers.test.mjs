import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { root } from '../system/run.mjs'
import { findNewApis } from './apis.mjs'
import { ownFiles, programOf } from './program.mjs'
import { newStyles, newStylesIn } from './styles.mjs'

const options = {
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  types: [],
  strict: true,
}

function planted(text) {
  const path = join(root, 'web/planted.ts')
  return programOf([path], options, { [path]: `${text}\nexport {}` })
}

void test('the check finds what Safari 16.4, Firefox 115 or Chromium 111 lack, on objects of the browser', () => {
  const lines = {
    'AbortSignal.any([])': 'AbortSignal.any_static',
    'const isEmpty = new URLSearchParams().size === 0': 'URLSearchParams.size',
    "document.body.ariaHidden = 'true'": 'Element.ariaHidden',
    'requestIdleCallback(() => {})': 'Window.requestIdleCallback',
    'document.startViewTransition(() => {})': 'Document.startViewTransition',
    'document.body.togglePopover()': 'HTMLElement.togglePopover',
    'new Intl.Segmenter()': 'Segmenter',
    'for await (const part of new Blob().stream()) part.slice()': 'ReadableStream.@@asyncIterator',
  }
  const found = findNewApis(planted(Object.keys(lines).join('\n')))
  assert.deepEqual(
    found,
    Object.values(lines).map((feature, place) => `web/planted.ts:${place + 1} ${feature}`),
  )
})

void test('the check finds nothing in what all of them have', () => {
  const text = "new AbortController().abort(); structuredClone({}); document.body.replaceChildren('a'); 'any'.length"
  assert.deepEqual(findNewApis(planted(text)), [])
})

void test('the check finds styles that one of them lacks, without a fallback', () => {
  const sheet = 'a:has(b) { color: light-dark(red, blue); } @scope (a) { b { view-transition-name: c } }'
  assert.deepEqual(newStyles(sheet), ['@scope', ':has', 'light-dark()', 'view-transition-name'])
  assert.deepEqual(newStyles('a:has(b) { top: 0 } @supports not selector(:has(a)) { a:focus-within { top: 0 } }'), [])
  const [file] = ownFiles(planted("const tile = { '&:has(> input)': { viewTransitionName: 'tile', color: 'red' } }"))
  assert.deepEqual(newStylesIn(file), ['view-transition-name', ':has'])
})
