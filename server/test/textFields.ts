import type { TestApp } from './testApp.ts'

type Schema = {
  $ref?: string
  type?: string
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }

/** A field of a route that accepts text, even if it is meant for something else. `path` is its position in the body. */
export type TextField = { route: string; in: string; path: (string | number)[]; maxLength?: number }

/** All fields of all routes, from the API document, which is generated from the schemas that validate. */
export async function textFields({ app }: TestApp) {
  const { paths, components } = (await app.inject('/api/openapi.json')).json<Document>()
  const fields: TextField[] = []
  for (const [address, operations] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
      const route = `${method.toUpperCase()} ${address.replace(/\{(\w+)\}/, ':$1')}`
      for (const { name, in: place, schema } of parameters) {
        for (const { maxLength } of leaves(schema, components)) {
          fields.push({ route, in: place, path: [name], maxLength })
        }
      }
      const body = requestBody?.content['application/json']?.schema
      if (body) fields.push(...leaves(body, components).map((leaf) => ({ route, in: 'body', ...leaf })))
    }
  }
  return fields
}

type Leaf = Pick<TextField, 'path' | 'maxLength'>

function leaves(schema: Schema, components: Document['components'], path: TextField['path'] = []): Leaf[] {
  const { $ref, anyOf = [], properties, items, type, maxLength } = schema
  if ($ref) return leaves(components.schemas[$ref.split('/').at(-1)!]!, components, path)
  const within = Object.entries(properties ?? {}).flatMap(([name, each]) => leaves(each, components, [...path, name]))
  const ofItems = items ? leaves(items, components, [...path, 0]) : []
  const ofEither = anyOf.flatMap((each) => leaves(each, components, path))
  const all = [...within, ...ofItems, ...ofEither]
  return all.length > 0 || type === 'null' || type === 'object' ? all : [{ path, maxLength }]
}

/** A copy of a body with `text` at this path. Objects that are created on the way get a `name`, which documents require. */
export function withText(body: object, [first, ...rest]: TextField['path'], text: string): object {
  const copy = (Array.isArray(body) ? [...body] : { ...body }) as Record<string, unknown>
  const inner = copy[first!]
  if (rest.length === 0) copy[first!] = text
  else if (typeof inner === 'object' && inner !== null) copy[first!] = withText(inner, rest, text)
  else copy[first!] = withText(typeof rest[0] === 'number' ? [] : { name: 'name' }, rest, text)
  return copy
}
