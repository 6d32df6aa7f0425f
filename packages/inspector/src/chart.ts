/** A chart with its places, in pixels, as `layout.ts` makes it. Points are x and y in turn. */
export type ChartNode = {
  readonly path: string
  readonly label: string
  readonly kind: string
  readonly isInitial: boolean
  readonly isParent: boolean
  readonly invokes: readonly string[]
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export type ChartLine = { readonly text: string; readonly type: string }
export type ChartEdge = {
  readonly from: string
  readonly to: string
  readonly lines: readonly ChartLine[]
  readonly points: readonly number[]
  readonly x: number
  readonly y: number
}
export type Chart = {
  readonly id: string
  readonly file: string
  readonly width: number
  readonly height: number
  readonly nodes: readonly ChartNode[]
  readonly edges: readonly ChartEdge[]
}

/** The charts of an app by the ids of their machines, and what loads them. */
export type Charts = Readonly<Record<string, Chart>>
export type LoadCharts = () => Promise<Charts>

/** Heights and widths of a monospaced text, which the layout and the drawing share. */
export const chartText = {
  state: { size: 12, advance: 7.25, line: 16 },
  event: { size: 10.5, advance: 6.35, line: 13 },
} as const

/** The path of an edge: straight, with rounded corners. */
export const edgePath = (points: readonly number[], radius = 5): string => {
  const at = (index: number) => ({ x: points[index * 2] ?? 0, y: points[index * 2 + 1] ?? 0 })
  const count = points.length / 2
  const parts = [`M${at(0).x} ${at(0).y}`]
  for (let index = 1; index < count; index++) {
    const [before, here, after] = [at(index - 1), at(index), at(index + 1)]
    if (index === count - 1) parts.push(`L${here.x} ${here.y}`)
    else {
      const towards = (other: { x: number; y: number }) => {
        const length = Math.hypot(other.x - here.x, other.y - here.y) || 1
        const share = Math.min(radius, length / 2) / length
        const along = (from: number, to: number) => Math.round((from + (to - from) * share) * 10) / 10
        return `${along(here.x, other.x)} ${along(here.y, other.y)}`
      }
      parts.push(`L${towards(before)}Q${here.x} ${here.y} ${towards(after)}`)
    }
  }
  return parts.join('')
}
