import { classes } from './classes.ts'
import { useEffect, useRef } from 'react'
import { chartText, edgePath, type Chart, type ChartEdge, type ChartNode } from './chart.ts'
import type { Chance } from './guards.ts'
import styles from './inspector.module.css'
import type { Taken } from './tap.ts'
import { useWords } from './words.ts'

type Props = {
  readonly chart: Chart
  readonly states: readonly string[]
  readonly chances: readonly Chance[]
  readonly took: readonly Taken[]
  readonly tookAt: number
}

const { state, event } = chartText
const starts = (edge: ChartEdge, from: string) => edge.from === from || edge.from === (from === '' ? '*' : `${from}.*`)
const isTaken = (edge: ChartEdge, took: readonly Taken[]) =>
  took.some(
    ({ from, to, type }) => edge.to === to && starts(edge, from) && edge.lines.some((line) => line.type === type),
  )
/** Whether an edge can be taken now: yes, refused by its guard, or not up for choice. */
const verdictOf = (edge: ChartEdge, chances: readonly Chance[]) => {
  const own = chances.filter(
    ({ from, to, type }) => to === edge.to && starts(edge, from) && edge.lines.some((line) => line.type === type),
  )
  if (own.length === 0) return null
  return own.some(({ allows }) => allows === 'yes') ? 'can' : own.every(({ allows }) => allows === 'no') ? 'not' : null
}

function Box({ node, isOn }: { readonly node: ChartNode; readonly isOn: boolean }) {
  const { x, y, width, height, label, invokes, isParent, isInitial, kind } = node
  const middle = x + width / 2
  return (
    <g
      className={classes(
        styles.box,
        isParent && styles.parent,
        kind === 'any' && styles.any,
        kind === 'final' && styles.final,
        isOn && styles.on,
      )}
      data-state={node.path}
      data-on={isOn}
    >
      <rect x={x} y={y} width={width} height={height} rx={7} />
      {isInitial && <circle cx={x + 8} cy={y + 8} r={3} />}
      <text
        x={isParent ? x + 18 : middle}
        y={y + (kind === 'any' ? 14 : 20)}
        textAnchor={isParent ? 'start' : 'middle'}
      >
        {label}
      </text>
      {isParent && invokes.length > 0 && (
        <text className={styles.calls} x={x + 26 + label.length * state.advance} y={y + 20}>
          {`▸ ${invokes.join(', ')}`}
        </text>
      )}
      {!isParent &&
        invokes.map((called, index) => (
          <text
            key={called}
            className={styles.calls}
            x={middle}
            y={y + 20 + (index + 1) * event.line}
            textAnchor="middle"
          >
            {`▸ ${called}`}
          </text>
        ))}
    </g>
  )
}

type ArrowProps = Pick<Props, 'chances' | 'took' | 'tookAt'> & { readonly edge: ChartEdge }
function Arrow({ edge, chances, took, tookAt }: ArrowProps) {
  const taken = isTaken(edge, took)
  const verdict = verdictOf(edge, chances)
  return (
    <g
      className={classes(
        styles.edge,
        verdict === 'can' && styles.can,
        verdict === 'not' && styles.not,
        taken && styles.taken,
      )}
    >
      <path
        key={taken ? tookAt : 'still'}
        pathLength={taken ? 1 : undefined}
        markerEnd={`url(#head-${taken ? 'taken' : (verdict ?? 'plain')})`}
        d={edgePath(edge.points)}
      />
      {edge.lines.map(({ text }, row) => (
        <text key={text} x={edge.x} y={edge.y + 10 + row * event.line}>
          {text}
        </text>
      ))}
    </g>
  )
}

/** The chart of a machine: current states lit, the last transition drawn anew, refused events dashed. */
export function ChartView({ chart, states, chances, took, tookAt }: Props) {
  const t = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const lit = states.join()
  // A chart may be larger than its frame: what is current is brought into sight.
  useEffect(() => {
    const box = [...(frame.current?.querySelectorAll('[data-on=true] rect') ?? [])].at(-1)
    if (frame.current === null || box === undefined) return
    frame.current.scrollLeft = Number(box.getAttribute('x')) + 50 - frame.current.clientWidth / 2
    frame.current.scrollTop = Number(box.getAttribute('y')) + 20 - frame.current.clientHeight / 2
  }, [chart, lit])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide chart scrolls, also by keyboard
    <div ref={frame} className={styles.chart} tabIndex={0} role="group" aria-label={t('chart')}>
      <svg
        viewBox={`0 0 ${chart.width} ${chart.height}`}
        width={chart.width}
        height={chart.height}
        role="img"
        aria-label={t('chartNow', { machine: chart.id, states: states.join(', ') })}
      >
        <defs>
          {(['plain', 'can', 'not', 'taken'] as const).map((kind) => (
            <marker
              key={kind}
              id={`head-${kind}`}
              className={styles[kind]}
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
          ))}
        </defs>
        {chart.nodes
          .filter(({ isParent }) => isParent)
          .map((node) => (
            <Box key={node.path} node={node} isOn={states.includes(node.path)} />
          ))}
        {chart.edges.map((edge, index) => (
          <Arrow key={index} edge={edge} chances={chances} took={took} tookAt={tookAt} />
        ))}
        {chart.nodes
          .filter(({ isParent }) => !isParent)
          .map((node) => (
            <Box key={node.path} node={node} isOn={states.includes(node.path)} />
          ))}
      </svg>
    </div>
  )
}
