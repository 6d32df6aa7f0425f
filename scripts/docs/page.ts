type Obj = { readonly [key: string]: unknown }
const isObj = (value: unknown): value is Obj => typeof value === 'object' && value !== null && !Array.isArray(value)
const member = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isObj(at) ? at[name] : undefined), value)
const entriesOf = (value: unknown) => (isObj(value) ? Object.entries(value) : [])
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
/** A text with `code` marks. */
export const prose = (text: unknown) => escaped(textOf(text)).replace(/`([^`]+)`/g, '<code>$1</code>')
const json = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`
const fold = (title: string, inner: string) =>
  inner === '' ? '' : `<details><summary>${title}</summary>${inner}</details>`
const refName = (value: unknown) => textOf(member(value, '$ref')).split('/').at(-1) ?? ''

/** The type of a field in a few words; a named shape is a link. */
const typeOf = (schema: unknown): string => {
  const name = refName(schema)
  if (name !== '') return `<a href="#shape-${name}">${name}</a>`
  const options = [...listOf(member(schema, 'anyOf')), ...listOf(member(schema, 'oneOf'))]
  if (options.length > 0) return [...new Set(options.map(typeOf))].filter((each) => each !== '').join(' or ')
  const values = listOf(member(schema, 'enum'))
  if (values.length > 0) return values.map((value) => `<code>${escaped(String(value))}</code>`).join(' ')
  const constant = member(schema, 'const')
  if (constant === '') return ''
  if (constant !== undefined) return `<code>${escaped(String(constant))}</code>`
  const type = textOf(member(schema, 'type'))
  return type === 'array' ? `list of ${typeOf(member(schema, 'items'))}` : type || 'value'
}
const fieldRow = (name: string, type: string, isThere: boolean) =>
  `<tr><td><code>${escaped(name)}</code></td><td>${type}${isThere ? '' : ', may be absent'}</td>`
const fieldsOf = (schema: unknown) => {
  const required = listOf(member(schema, 'required'))
  const rows = entriesOf(member(schema, 'properties')).map(
    ([name, field]) =>
      fieldRow(name, typeOf(field), required.includes(name)) + `<td>${prose(member(field, 'description'))}</td></tr>`,
  )
  return rows.length === 0 ? '' : `<table><tbody>${rows.join('')}</tbody></table>`
}

const idOf = (operation: unknown) => textOf(member(operation, 'operationId'))
/** A group of the contents: a fold of links to what it has. */
const contentsOf = (name: string, ids: readonly string[]) => {
  const links = ids.map(
    (id) => `<li><a href="#${escaped(id)}">${escaped(id.replace(/^(?:channel|shape)-/, ''))}</a></li>`,
  )
  const head = `<summary><a href="#${escaped(name)}">${escaped(name)}</a></summary>`
  return `<details>${head}<ul>${links.join('')}</ul></details>`
}
const operationOf = (path: string, method: string, operation: unknown) => {
  const query = listOf(member(operation, 'parameters')).filter((each) => member(each, 'in') === 'query')
  const input =
    member(operation, 'requestBody', 'content', 'application/json') ??
    member(operation, 'requestBody', 'content', 'application/x-www-form-urlencoded')
  const rows = query.map(
    (each) =>
      fieldRow(textOf(member(each, 'name')), typeOf(member(each, 'schema')), member(each, 'required') === true) +
      `<td>${prose(member(each, 'description'))}</td></tr>`,
  )
  const answer = member(operation, 'responses', '200', 'content', 'application/json')
  const [done] = listOf(member(answer, 'schema', 'anyOf'))
  const value = member(done, 'properties', 'data') ?? member(done, 'properties', 'message')
  const id = escaped(idOf(operation))
  return [
    `<article id="${id}"><h3><span class="method">${method.toUpperCase()}</span> <code>${escaped(path)}</code></h3>`,
    `<p>${prose(member(operation, 'summary'))}</p><p class="note">${prose(member(operation, 'description'))}</p>`,
    fold(
      'Input',
      rows.length > 0 ? `<table><tbody>${rows.join('')}</tbody></table>` : fieldsOf(member(input, 'schema')),
    ),
    member(input, 'example') === undefined ? '' : fold('Example of the input', json(member(input, 'example'))),
    fold('Answer', value === undefined ? '' : fieldsOf(value) || `<p>${typeOf(value)}</p>`),
    member(answer, 'example') === undefined ? '' : fold('Example of the answer', json(member(answer, 'example'))),
    '</article>',
  ].join('')
}
const channelOf = (name: string, channel: unknown) => {
  const messages = entriesOf(member(channel, 'messages')).map(([key, message]) =>
    fold(
      escaped(textOf(member(message, 'name')) || key),
      `<p>${prose(member(message, 'summary'))}</p>` +
        (fieldsOf(member(message, 'payload')) || json(member(message, 'payload'))),
    ),
  )
  const head = `<h3><code>${escaped(textOf(member(channel, 'address')))}</code></h3>`
  const about = `<p>${prose(member(channel, 'description'))}</p>`
  return `<article id="channel-${escaped(name)}">${head}${about}${messages.join('')}</article>`
}

const meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
/** The beginning of a page, which is whole without its script. */
export const headOf = (title: string) =>
  `<!doctype html><html lang="en"><head>${meta}<title>${title}</title>` +
  '<link rel="stylesheet" href="docs.css"><script type="module" src="docs.js"></script></head>'

/**
 * The reference of the API as one page, from the OpenAPI and the AsyncAPI document. It is whole without its script,
 * which adds the search.
 */
export function renderDocs(openapi: unknown, asyncapi: unknown): string {
  const operations = entriesOf(member(openapi, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = listOf(member(openapi, 'tags')).map((tag) => ({
    name: textOf(member(tag, 'name')),
    about: member(tag, 'description'),
    operations: operations.filter(({ operation }) => listOf(member(operation, 'tags')).includes(member(tag, 'name'))),
  }))
  const shapes = entriesOf(member(openapi, 'components', 'schemas'))
  const channels = entriesOf(member(asyncapi, 'channels'))
  const contents = [
    ...groups.map(({ name, operations: own }) =>
      contentsOf(
        name,
        own.map(({ operation }) => idOf(operation)),
      ),
    ),
    contentsOf(
      'socket',
      channels.map(([name]) => `channel-${name}`),
    ),
    contentsOf(
      'shapes',
      shapes.map(([name]) => `shape-${name}`),
    ),
  ]
  return [
    headOf('Kontor API'),
    `<body><nav aria-label="Contents">${contents.join('')}</nav><main>`,
    `<h1>Kontor API</h1><p>${prose(member(openapi, 'info', 'description'))}</p>`,
    '<p>For programs: <a href="openapi.json">openapi.json</a>, <a href="asyncapi.json">asyncapi.json</a>;',
    'for bots <a href="openapi.bots.json">openapi.bots.json</a>, <a href="llms.txt">llms.txt</a>',
    'and the <a href="errors.html">list of refusals</a>.',
    'An API key is made in the app under Security centre, API keys.</p>',
    ...groups.map(
      ({ name, about, operations: own }) =>
        `<section id="${escaped(name)}"><h2>${escaped(name)}</h2><p>${prose(about)}</p>` +
        `${own.map(({ path, method, operation }) => operationOf(path, method, operation)).join('')}</section>`,
    ),
    `<section id="socket"><h2>Socket</h2><p>${prose(member(asyncapi, 'info', 'description'))}</p>` +
      `${channels.map(([name, channel]) => channelOf(name, channel)).join('')}</section>`,
    '<section id="shapes"><h2>Shapes</h2>',
    ...shapes.map(
      ([name, shape]) =>
        `<article id="shape-${escaped(name)}"><h3>${escaped(name)}</h3><p>${prose(member(shape, 'description'))}</p>` +
        `${fieldsOf(shape) || `<p>${typeOf(shape)}</p>`}</article>`,
    ),
    '</section>',
    '</main></body></html>',
  ].join('\n')
}
