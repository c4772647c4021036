import { relative } from 'node:path'
import tables from '@mdn/browser-compat-data' with { type: 'json' }
import ts from 'typescript'
import { root } from '../system/run.mjs'
import { ownFiles } from './program.mjs'
import { isSupported } from './target.mjs'

/** What the page also works without, and where. */
const optional = {
  'Window.requestIdleCallback': 'web/components/lazy/whenIdle.ts',
  'Window.cancelIdleCallback': 'web/components/lazy/whenIdle.ts',
  'Element.checkVisibility': 'web/chat/files/ChosenFiles.tsx',
  'HTMLIFrameElement.loading': 'web/customers/embedScript.ts',
}

const { builtins } = tables.javascript
const objects = { ...tables.api, Intl: builtins.Intl, ...builtins.Intl }

/** Parts of the browser that the page does not use, left out because resolving their common names takes seconds. */
const unused = /^(__|RTC|SVG|CSS.*Rule|Font|IDB|Notification|HTMLDetails|HTMLCanvas|Canvas|OffscreenCanvasR|.*\.alpha$)/

/** What a supported browser may lack: objects, and members of objects that all browsers have, by the name that the code uses. */
const unsupported = new Map()
for (const [owner, { __compat, ...members }] of Object.entries(objects)) {
  if (__compat && !isSupported(__compat)) note(owner, owner)
  else {
    for (const [member, { __compat: entry }] of Object.entries(members)) {
      if (entry?.status.standard_track && !isSupported(entry))
        note(member.replace(/_static$/, ''), `${owner}.${member}`)
    }
  }
}

function note(name, feature) {
  if (!unused.test(feature)) unsupported.set(name, [...(unsupported.get(name) ?? []), feature])
}

/** Returns each use of an API that a supported browser lacks, as 'file:line feature'. The `lib` of web/ limits JavaScript itself. */
export function findNewApis(program) {
  const checker = program.getTypeChecker()
  return ownFiles(program).flatMap((file) => newApisIn(file, checker))
}

function newApisIn(file, checker) {
  const found = []
  const path = relative(root, file.fileName)
  const visit = (node) => {
    if (ts.isTypeNode(node)) return
    const feature = iteratedStream(node, checker) ?? featureOf(node, checker)
    if (feature && optional[feature] !== path) found.push(`${path}:${lineOf(node, file)} ${feature}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function lineOf(node, file) {
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
}

/** Safari cannot iterate over a stream. */
function iteratedStream(node, checker) {
  const isAsync = ts.isForOfStatement(node) && node.awaitModifier
  const type = isAsync && checker.getTypeAtLocation(node.expression).symbol?.name
  return type === 'ReadableStream' ? 'ReadableStream.@@asyncIterator' : undefined
}

/** The feature that a name in the code stands for, if a supported browser may lack it. */
function featureOf(node, checker) {
  const features = ts.isIdentifier(node) && unsupported.get(node.text)?.filter((each) => isPossible(each, node))
  if (!features || features.length === 0) return undefined
  const declarations = checker.getSymbolAtLocation(node)?.declarations ?? []
  const owners = declarations.filter((each) => isOfBrowser(each.getSourceFile())).flatMap(ownersOf)
  return features.find((each) => owners.includes(each))
}

/** Whether the code around the name fits, because asking for types takes long. */
function isPossible(feature, { text, parent }) {
  const [owner, member] = feature.split('.')
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name.text === text
  if (!isMember)
    return !ts.isJsxAttribute(parent) && !ts.isPropertyAssignment(parent) && (!member || owner === 'Window')
  return !member?.endsWith('_static') || parent.expression.getText().endsWith(owner)
}

function isOfBrowser({ fileName }) {
  return /[\\/]lib\.(dom|es)[^\\/]*\.d\.ts$/.test(fileName)
}

/** TypeScript declares parts of interfaces apart, which the tables do not. */
const joined = ['Window', 'Navigator', 'Document', 'Element', 'HTMLElement']

/** The names that a declaration may have in the tables. */
function ownersOf({ parent, name }) {
  const owner = ts.isInterfaceDeclaration(parent) ? parent.name.text : parent.parent?.name?.text
  if (!owner || ts.isModuleBlock(parent)) return [name.text, `Window.${name.text}`]
  const owners = owner in objects ? [owner] : joined
  return owners.flatMap((each) => [`${each}.${name.text}`, `${each}.${name.text}_static`])
}
