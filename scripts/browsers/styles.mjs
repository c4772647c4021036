import tables from '@mdn/browser-compat-data' with { type: 'json' }
import ts from 'typescript'
import { isSupported } from './target.mjs'

/** What the screens also work without. */
const optional = new Set([
  '-webkit-tap-highlight-color',
  '::-webkit-search-cancel-button',
  'cursor',
  'field-sizing',
  'forced-color-adjust',
  'overflow-anchor',
  'print-color-adjust',
  'resize',
  'scrollbar-width',
  'text-size-adjust',
  'text-wrap',
])

const { properties, selectors, types, 'at-rules': atRules } = tables.css

/** Functions such as `light-dark()` that a supported browser lacks. */
const newFunctions = new Set()
for (const type of [types, ...Object.values(types), ...Object.values(types).flatMap(Object.values)]) {
  for (const [name, feature] of Object.entries(type)) if (isNew(feature)) newFunctions.add(name)
}

function isNew(feature) {
  return feature?.__compat?.status.standard_track === true && !isSupported(feature.__compat, true)
}

/** Returns what a stylesheet has that a supported browser lacks, except what it asks for with `@supports`. */
export function newStyles(sheet) {
  const rules = sheet.replaceAll(/\/\*.*?\*\//gs, '')
  const declarations = [...rules.matchAll(/(?<=^|[{;\s])([a-z-]+):\s*([^;{}]+)(?=[;}])/g)]
  return withoutAsked(
    [...newRules(rules), ...declarations.flatMap(([, name, value]) => newDeclarations(name, value))],
    rules,
  )
}

/** The same for the styles in a file of code: the properties and texts of its objects. */
export function newStylesIn(file) {
  const texts = []
  const found = []
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) texts.push(node.text)
    // A name of one word is seldom a style.
    if (ts.isPropertyAssignment(node) && /^[a-z]+[A-Z]/.test(node.name.text)) {
      const value = ts.isStringLiteralLike(node.initializer) ? node.initializer.text : ''
      found.push(
        ...newDeclarations(
          node.name.text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
          value,
        ),
      )
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  const rules = texts.filter((text) => /^[&@.:#a-z]/.test(text))
  return withoutAsked([...found, ...rules.flatMap(newRules)], rules.join(' '))
}

function withoutAsked(found, rules) {
  const asked = [...rules.matchAll(/@supports[^{]*/g)].join(' ')
  return [...new Set(found)].filter((each) => !optional.has(each.replace(/(?<=\w): .*/, '')) && !asked.includes(each))
}

/** The at-rules, and the selectors. */
function newRules(text) {
  const named = (pattern, features) =>
    [...text.matchAll(pattern)].flatMap(([all, name]) => (isNew(features[name]) ? [all] : []))
  return [...named(/@([a-z-]+)/g, atRules), ...named(/::?([a-z-]+)/g, selectors)]
}

function newDeclarations(name, value) {
  const feature = properties[name]
  if (isNew(feature)) return [name]
  const calls = [...value.matchAll(/([a-z-]+)\(/g)].flatMap(([, each]) => (newFunctions.has(each) ? [`${each}()`] : []))
  return isNew(feature?.[value.trim()]) ? [...calls, `${name}: ${value.trim()}`] : calls
}
