import styles from './inspector.module.css'
import type { LogLine } from './recorder.ts'
import { useWords } from './words.ts'

const maxRows = 40
const maxLanes = 8
const laneWidth = 118
const rowHeight = 26
const headHeight = 30
const short = (name: string) => (name.length > 17 ? `…${name.slice(-16)}` : name)
const laneOf = (name: string) => (name === '' ? 'app' : name)

/** Who took part in the last lines: the busiest, in the order in which they appeared. */
const lanesOf = (lines: readonly LogLine[]): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { from, to } of lines)
    for (const name of [laneOf(from), laneOf(to)]) counts.set(name, (counts.get(name) ?? 0) + 1)
  const busiest = new Set(
    [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, maxLanes)
      .map(([name]) => name),
  )
  return [...counts.keys()].filter((name) => busiest.has(name))
}

/** What went between actors, calls and channels, in time from top to bottom. */
export function SequenceView({ lines }: { readonly lines: readonly LogLine[] }) {
  const t = useWords()
  const recent = lines.filter(({ type }) => !type.startsWith('xstate.')).slice(-maxRows)
  const lanes = lanesOf(recent)
  const rows = recent.filter(({ from, to }) => lanes.includes(laneOf(from)) && lanes.includes(laneOf(to)))
  if (rows.length === 0) return <p className={styles.note}>{t('nothingYet')}</p>
  const xOf = (name: string) => lanes.indexOf(laneOf(name)) * laneWidth + laneWidth / 2
  const [width, height] = [lanes.length * laneWidth, headHeight + rows.length * rowHeight + 12]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
    <div className={styles.chart} tabIndex={0} role="group" aria-label={t('sequence')}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={t('sequence')}>
        <defs>
          <marker
            id="head-sequence"
            className={styles.plain}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
            markerUnits="userSpaceOnUse"
          >
            <path d="M0 0l8 4-8 4z" />
          </marker>
        </defs>
        {lanes.map((name) => (
          <g key={name} className={styles.lane}>
            <text x={xOf(name)} y={18} textAnchor="middle">
              {short(name)}
            </text>
            <path d={`M${xOf(name)} ${headHeight - 4}V${height}`} />
          </g>
        ))}
        {rows.map(({ seq, from, to, type }, index) => {
          const y = headHeight + index * rowHeight + 16
          const [start, end] = [xOf(from), xOf(to)]
          const isSelf = start === end
          return (
            <g key={seq} className={styles.edge}>
              <path
                markerEnd="url(#head-sequence)"
                d={isSelf ? `M${start} ${y - 7}h22v8h-20` : `M${start} ${y}H${end}`}
              />
              <text x={isSelf ? start + 27 : Math.min(start, end) + 6} y={y - 4}>
                {short(type)}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
