import { graphOf, type Graph, type GraphNode, type GraphStep } from '@kontor/inspector/graph'
import { files, importsOf, textOf } from '#tests/support/files.ts'
import type { Chart } from '@kontor/inspector/chart'
import { machineFiles, machines } from './list.ts'

/** The comment above the machine, on one line. */
const aboutOf = (file: string) => {
  const text = textOf(file)
  const at = text.search(/^export const \w+Machine = /m)
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, at))?.[1] ?? ''
  return comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
/** The sentences that the source gives single states and events: a comment right above them. */
const commentsOf = (file: string) =>
  new Map(
    [...textOf(file).matchAll(/\/\*\* ([^\n]*?) \*\/\s*\n\s*(?:\| \{ type: '([^']+)'|'?([\w.]+)'?: \{)/g)].map(
      ([, says = '', event, state]): [string, string] => [event ?? state ?? '', says],
    ),
  )

const before = (said: string | undefined) => (said === undefined ? '' : `${said} `)
const listed = (what: string, names: readonly string[]) =>
  names.length === 0 ? '' : `${what} ${names.map((each) => `\`${each}\``).join(', ')}. `
const quoted = (names: readonly string[]) => [...new Set(names)].map((name) => `\`${name}\``).join(', ')
const placed = (path: string) => (path === '' ? 'any state' : `\`${path}\``)
const condition = ({ guard }: GraphStep) => (guard === null ? '' : ` if \`${guard}\``)

const stateLine = (node: GraphNode, graph: Graph, comments: ReadonlyMap<string, string>) => {
  const out = graph.steps.filter(({ from }) => from === node.path)
  const calls = node.invokes.length === 0 ? '' : `runs ${quoted(node.invokes)}`
  const ways = [
    ...new Set(
      out.flatMap((step) =>
        step.to === null
          ? []
          : [`${placed(step.to)} on ${step.event === 'always' ? 'entry' : `\`${step.event}\``}${condition(step)}`],
      ),
    ),
  ]
  const kind =
    node.kind === 'final' ? 'the machine ends here' : node.kind === 'parallel' ? 'its parts run side by side' : ''
  const inner = graph.nodes.some(({ parent, kind: own }) => parent === node.path && own !== 'any')
  const leads =
    ways.length > 0
      ? `leads to ${ways.join('; ')}`
      : kind === '' && calls === ''
        ? inner
          ? 'leads where its parts lead'
          : 'is left only by what its parent allows'
        : ''
  const made = [kind, calls, leads].filter((part) => part !== '').join('; ')
  const said = comments.get(node.label)
  const sentence = `${made.charAt(0).toUpperCase()}${made.slice(1)}.`
  const place = `${placed(node.path)}${node.isInitial ? ' (first)' : ''}`
  return `| ${place} | ${before(said)}${sentence.replaceAll('|', '\\|')} |`
}
const eventLine = (event: string, steps: readonly GraphStep[], comments: ReadonlyMap<string, string>) => {
  const does = steps.map((step) => {
    const acts = step.actions.length > 0 ? ` and does ${quoted(step.actions)}` : ''
    const where = step.from === '' ? 'anywhere' : `in ${placed(step.from)}`
    const alone = acts === '' ? 'is ignored' : acts.replace(' and ', '')
    return `${where}${condition(step)} ${step.to === null ? alone : `leads to ${placed(step.to)}${acts}`}`
  })
  const said = comments.get(event)
  const sentence = [...new Set(does)].join('; ')
  const line = `| \`${event}\` | ${before(said)}${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. |`
  return line.replaceAll('||', '\\|\\|')
}

const sectionOf = (name: string, graph: Graph, chart: Chart) => {
  const file = machineFiles[name] ?? ''
  const comments = commentsOf(file)
  const users = files.filter((each) => each !== file && importsOf(each).includes(file))
  const byMachines = users.filter((each) => each.startsWith('machines/'))
  const wiring = users.filter((each) => each.startsWith('src/') && each.endsWith('.actors.ts'))
  const events = [...new Set(graph.steps.map(({ event }) => event))].filter((event) => event !== 'always')
  return [
    `## ${name}`,
    '',
    aboutOf(file),
    '',
    `![The states of ${chart.id}](machines/${name}.svg)`,
    '',
    [`Code: [\`${file}\`](../${file}). `, listed('Used by', byMachines), listed('Connected to its calls by', wiring)]
      .join('')
      .trim(),
    '',
    '| state | what happens in it |',
    '|---|---|',
    ...graph.nodes
      .filter(({ path, kind }) => path !== '' && kind !== 'any')
      .map((node) => stateLine(node, graph, comments)),
    '',
    '| event | what it does |',
    '|---|---|',
    ...events.map((event) =>
      eventLine(
        event,
        graph.steps.filter((step) => step.event === event),
        comments,
      ),
    ),
    '',
  ]
}

/** The gallery of all machines, made from the code alone. */
export const machineDocs = (charts: Readonly<Record<string, Chart>>): string => {
  const sections = Object.entries(machines).flatMap(([name, machine]) => {
    const chart = charts[machine.id]
    return chart === undefined ? [] : sectionOf(name, graphOf(machine), chart)
  })
  return [
    '# Machines',
    '',
    'Every state machine of the client. Made from the code by `npm run docs`. A green dot marks the first state, a dashed frame a state with',
    'states inside, `▸` what a state runs while it lasts, `[…]` the guard that has to allow the transition. Open them running at `#/inspector`.',
    '',
    ...Object.keys(machines).map((name) => `- [${name}](#${name})`),
    '',
    ...sections,
  ].join('\n')
}
