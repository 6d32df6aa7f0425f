import { graphOf, type Graph, type GraphNode } from './graph.ts'
import type { AnyStateMachine } from 'xstate'
import { chartText, type Chart, type Charts, type ChartEdge, type ChartNode } from './chart.ts'
import Elk, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js'

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.spacing.nodeNode': '24',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.labelNode': '6',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.edgeLabels.inline': 'false',
  'elk.layered.feedbackEdges': 'false',
  'elk.padding': '[top=12,left=12,bottom=12,right=12]',
}
const inside = { 'elk.padding': '[top=34,left=14,bottom=14,right=14]', 'elk.hierarchyHandling': 'INCLUDE_CHILDREN' }
const { state, event } = chartText
const round = (value: number) => Math.round(value * 10) / 10

const linesOf = (edge: Graph['edges'][number]) => {
  const lines = edge.causes.map(({ event: name, type, guard }) => ({
    text: guard === null ? name : type === '' ? `[${guard}]` : `${name} [${guard}]`,
    type,
  }))
  return lines.filter((line, index) => lines.findIndex(({ text }) => text === line.text) === index)
}
const sizeOf = ({ label, invokes, kind }: GraphNode) => {
  const longest = Math.max(label.length * state.advance, ...invokes.map((name) => (name.length + 2) * event.advance))
  return {
    width: Math.ceil(longest) + (kind === 'any' ? 14 : 32),
    height: kind === 'any' ? 20 : 32 + (invokes.length > 0 ? invokes.length * event.line : 0),
  }
}

/** The chart of one machine, with its places: the same for the same machine. */
async function chartOf(file: string, graph: Graph): Promise<Chart> {
  const elkOf = (node: GraphNode): ElkNode => {
    const children = graph.nodes.filter(({ parent }) => parent === node.path)
    return children.length === 0
      ? { id: node.path, ...sizeOf(node) }
      : { id: node.path, layoutOptions: inside, children: children.map(elkOf) }
  }
  const edges = graph.edges.map((edge, index): ElkExtendedEdge => {
    const lines = linesOf(edge)
    const width = Math.ceil(Math.max(...lines.map(({ text }) => text.length)) * event.advance) + 4
    return {
      id: `edge${index}`,
      sources: [edge.from],
      targets: [edge.to],
      labels: [{ id: `label${index}`, text: 'x', width, height: lines.length * event.line + 2 }],
    }
  })
  const top = graph.nodes.filter(({ parent }) => parent === '')
  const laid: ElkNode = await new Elk().layout({ id: '', layoutOptions: options, children: top.map(elkOf), edges })

  const places = new Map<string, { x: number; y: number; width: number; height: number }>()
  const place = (node: ElkNode, left: number, above: number) => {
    const [x, y] = [left + (node.x ?? 0), above + (node.y ?? 0)]
    places.set(node.id, { x: round(x), y: round(y), width: round(node.width ?? 0), height: round(node.height ?? 0) })
    for (const child of node.children ?? []) place(child, x, y)
  }
  place(laid, 0, 0)
  const nodes = graph.nodes.flatMap(({ path, label, kind, isInitial, invokes }): ChartNode[] => {
    const found = path === '' ? undefined : places.get(path)
    return found === undefined
      ? []
      : [
          {
            path,
            label,
            kind,
            isInitial,
            invokes,
            isParent: graph.nodes.some(({ parent }) => parent === path),
            ...found,
          },
        ]
  })
  const routes = (laid.edges ?? []).map((edge, index): ChartEdge => {
    // ELK gives the points of an edge relative to the innermost state that holds both ends.
    const holder = 'container' in edge && typeof edge.container === 'string' ? places.get(edge.container) : undefined
    const { x: left, y: above } = holder ?? { x: 0, y: 0 }
    const points = (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
      startPoint,
      ...bendPoints,
      endPoint,
    ])
    const label = edge.labels?.[0]
    const own = graph.edges[index]
    return {
      from: own?.from ?? '',
      to: own?.to ?? '',
      lines: own === undefined ? [] : linesOf(own),
      points: points.flatMap(({ x, y }) => [round(left + x), round(above + y)]),
      x: round(left + (label?.x ?? 0)),
      y: round(above + (label?.y ?? 0)),
    }
  })
  return {
    id: graph.id,
    file,
    width: Math.ceil(laid.width ?? 0),
    height: Math.ceil(laid.height ?? 0),
    nodes,
    edges: routes,
  }
}

/** The charts of machines, given by the files they stand in; by the machine's id. */
export const chartsOf = async (machines: Readonly<Record<string, AnyStateMachine>>): Promise<Charts> => {
  const charts: Chart[] = []
  for (const [file, machine] of Object.entries(machines)) charts.push(await chartOf(file, graphOf(machine)))
  return Object.fromEntries(charts.map((chart) => [chart.id, chart]))
}
