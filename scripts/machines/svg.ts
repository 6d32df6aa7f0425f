import { chartText, edgePath, type Chart, type ChartNode } from '@kontor/inspector/chart'

const { state, event } = chartText
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The picture's own colours: it is shown by pages that know nothing of the product's. */
const style = `
svg{font:${state.size}px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.paper{fill:#f3f6fa}.state{fill:#fff;stroke:#b9c6d5}.parent{fill:none;stroke:#b9c6d5;stroke-dasharray:4 3}
.any{fill:none;stroke:#b9c6d5;stroke-dasharray:2 3}
.final{stroke-width:3}.edge{fill:none;stroke:#5b6e85;stroke-width:1.2}.head{fill:#5b6e85}.first{fill:#006e62}
text{fill:#0f1d2e}.on{fill:#4a5d75;font-size:${event.size}px}.calls{fill:#1763b6;font-size:${event.size}px}
@media(prefers-color-scheme:dark){
.paper{fill:#1b2c42}.state{fill:#22364f;stroke:#5b6e85}.parent,.any{stroke:#5b6e85}.edge{stroke:#a9bbd0}
.head{fill:#a9bbd0}.first{fill:#2befbc}text{fill:#f3f7fc}.on{fill:#a9bbd0}.calls{fill:#7fb8ff}}`

const centred = (x: number, y: number, text: string, kind: string) =>
  `<text x="${x}" y="${y}" text-anchor="middle"${kind && ` class="${kind}"`}>${escaped(text)}</text>`

const box = (node: ChartNode) => {
  const { x, y, width, height, label, kind, isParent, isInitial, invokes } = node
  const kindClass = isParent ? 'parent' : kind === 'any' ? 'any' : kind === 'final' ? 'state final' : 'state'
  const dot = isInitial ? `<circle class="first" cx="${x + 8}" cy="${y + 8}" r="3"/>` : ''
  const name = isParent
    ? `<text x="${x + 18}" y="${y + 20}">${escaped(label)}</text>`
    : centred(x + width / 2, y + (kind === 'any' ? 14 : 20), label, kind === 'any' ? 'on' : '')
  const aside = x + 24 + label.length * state.advance
  const below = invokes.map((called, index) =>
    isParent
      ? index > 0
        ? ''
        : `<text class="calls" x="${aside}" y="${y + 20}">▸ ${escaped(invokes.join(', '))}</text>`
      : centred(x + width / 2, y + 20 + (index + 1) * event.line, `▸ ${called}`, 'calls'),
  )
  const ground = `<rect class="${kindClass}" x="${x}" y="${y}" width="${width}" height="${height}" rx="7"/>`
  return `${ground}${dot}${name}${below.join('')}`
}

/** A chart as a picture that stands alone, in light and dark. */
export const svgOf = (chart: Chart): string => {
  const edges = chart.edges
    .map(({ points, lines, x, y }) =>
      [
        `<path class="edge" marker-end="url(#head)" d="${edgePath(points)}"/>`,
        ...lines.map(
          ({ text }, index) => `<text class="on" x="${x}" y="${y + 10 + index * event.line}">${escaped(text)}</text>`,
        ),
      ].join(''),
    )
    .join('\n')
  const parents = chart.nodes
    .filter(({ isParent }) => isParent)
    .map(box)
    .join('\n')
  const leaves = chart.nodes
    .filter(({ isParent }) => !isParent)
    .map(box)
    .join('\n')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chart.width} ${chart.height}"`,
    ` width="${chart.width}" height="${chart.height}" role="img">`,
    `<title>${escaped(chart.id)}</title><style>${style}</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0l8 4-8 4z"/></marker></defs>',
    `<rect class="paper" width="${chart.width}" height="${chart.height}"/>`,
    parents,
    edges,
    leaves,
    '</svg>\n',
  ].join('\n')
}
