import { classes } from './classes.ts'
import { useState, type ReactNode } from 'react'
import { ActorTree, stateText } from './actor-tree.tsx'
import { ChartView } from './chart-view.tsx'
import { ContextView } from './context-view.tsx'
import { GuardTable } from './guard-table.tsx'
import { Choice } from './choice.tsx'
import type { LoadCharts } from './chart.ts'
import { chancesOf, statesIn } from './guards.ts'
import type { Inspection } from './inspection.ts'
import styles from './inspector.module.css'
import { LogTable } from './log-table.tsx'
import { NetworkPanel } from './network-panel.tsx'
import { SendBox } from './send-box.tsx'
import { SequenceView } from './sequence-view.tsx'
import { eventsSeen, machineSnapshot, type Watched } from './tap.ts'
import { useCharts, useInspection } from './use-inspection.ts'
import { sayEnglish, useWords, WordsContext, type Say } from './words.ts'

const parts = ['actors', 'machine', 'context', 'log', 'network'] as const
/** A part of the app's own, shown beside those of the inspector. */
export type Panel = {
  readonly name: string
  readonly label: string
  readonly body: ReactNode
  /** As wide as all, where there is room. */
  readonly isWide?: boolean
}
type Bench = {
  readonly inspection: Inspection
  readonly charts: LoadCharts
  readonly place: 'page' | 'dock'
  /** Opens it beside the app, or closes it there. */
  readonly onPlace: () => void
  readonly panels?: readonly Panel[]
  /** At the begin and at the end of the bar. */
  readonly links?: ReactNode
  readonly facts?: ReactNode
}

/** The whole inspector: side by side where there is room, one part at a time where there is not. */
export function Workbench({ words = sayEnglish, ...bench }: Bench & { readonly words?: Say }) {
  return (
    <WordsContext value={words}>
      <WorkbenchParts {...bench} />
    </WordsContext>
  )
}

type Section = (name: string, head: ReactNode, body: ReactNode, panel?: Panel) => ReactNode
/** Sections, of which the named one is open where there is room for one. */
const sectionsOf =
  (part: string, t: Say): Section =>
  (name, head, body, panel) => (
    <section
      key={name}
      className={classes(
        styles.part,
        panel === undefined ? styles[name] : styles.panel,
        panel?.isWide === true && styles.wide,
        part === name && styles.open1,
      )}
      aria-label={panel?.label ?? t(`parts.${name}`)}
    >
      <h2 className={styles.cap}>{head}</h2>
      {body}
    </section>
  )
const captioned = (head: string, small: string) => (
  <>
    {head} <small>{small}</small>
  </>
)

function Bar({ inspection: { tap }, place, onPlace, links, facts }: Bench) {
  const t = useWords()
  const [first] = tap.held()
  const count = tap.held().length
  const isFrozen = tap.isFrozen()
  return (
    <div className={styles.bar}>
      <span className={isFrozen ? styles.frozen : styles.live}>{isFrozen ? t('frozen') : t('live')}</span>
      <button type="button" className={styles.small} aria-pressed={isFrozen} onClick={() => tap.freeze(!isFrozen)}>
        {isFrozen ? t('resume') : t('freeze')}
      </button>
      <button type="button" className={styles.small} disabled={count === 0} onClick={tap.step}>
        {t('step')}
      </button>
      {links}
      {isFrozen && (
        <span className={styles.note}>
          {t('held', { n: count })}
          {first !== undefined && `: ${first.actor.name} ← ${first.event.type}`}
        </span>
      )}
      <span className={styles.fill} />
      {facts}
      <button type="button" className={styles.small} onClick={onPlace}>
        {place === 'dock' ? t('close') : t('dock')}
      </button>
    </div>
  )
}

/** The actor that is looked at: the chosen one, or the first machine that runs, at a moment of it. */
function useChosen({ tap }: Inspection) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const actors = tap.actors()
  const running = actors.filter(({ isRunning }) => isRunning)
  const actor =
    actors.find(({ number }) => number === chosen) ?? running.find(({ machine }) => machine !== null) ?? null
  const choose = (number: number) => {
    setChosen(number)
    setAt(null)
  }
  return { actors, running, actor, choose, at, setAt }
}

function WorkbenchParts(bench: Bench) {
  const { inspection, charts, place, panels = [] } = bench
  const t = useWords()
  useInspection(inspection)
  const { recorder } = inspection
  const [part, setPart] = useState('actors')
  const [text, setText] = useState('{ "type": "" }')
  const { actors, running, actor, choose, at, setAt } = useChosen(inspection)
  const section = sectionsOf(part, t)
  const chooseActor = (number: number) => {
    choose(number)
    setPart('machine')
  }
  return (
    <div className={styles.inspector} data-place={place}>
      <Bar {...bench} />
      <div className={styles.tabs}>
        <Choice
          label={t('titles.page')}
          value={part}
          onChange={setPart}
          options={[
            ...parts.map((value) => ({ value, label: t(`parts.${value}`) })),
            ...panels.map(({ name, label }) => ({ value: name, label })),
          ]}
        />
      </div>
      <div className={styles.grid}>
        {section(
          'actors',
          captioned(t('actors'), t('running', { n: running.length })),
          <>
            <ActorTree actors={actors} chosen={actor?.number ?? null} onChoose={chooseActor} />
            {actor !== null && <SendBox actor={actor} text={text} onText={setText} />}
          </>,
        )}
        {actor !== null && (
          <ActorParts
            key={actor.number}
            inspection={inspection}
            charts={charts}
            actor={actor}
            at={at}
            onAt={setAt}
            onPick={(type) => setText(JSON.stringify({ ...eventsSeen(actor, type, inspection.mask), type }))}
            section={section}
          />
        )}
        {section(
          'log',
          t('log'),
          <LogTable lines={recorder.lines()} actor={actor?.number ?? null} onClear={recorder.clear} />,
        )}
        {section('network', captioned(t('network'), t('thisTab')), <NetworkPanel inspection={inspection} />)}
        {panels.map((panel) => section(panel.name, panel.label, panel.body, panel))}
      </div>
    </div>
  )
}

type ActorProps = {
  readonly inspection: Inspection
  readonly charts: LoadCharts
  readonly actor: Watched
  /** The recorded moment that is shown; null for now. */
  readonly at: number | null
  readonly onAt: (at: number | null) => void
  readonly onPick: (type: string) => void
  readonly section: Section
}

type TravelProps = Pick<ActorProps, 'actor' | 'at' | 'onAt'> & { readonly index: number }
/** Goes back through the recorded moments of an actor. */
function Travel({ actor: { moments }, index, at, onAt }: TravelProps) {
  const t = useWords()
  const last = moments.length - 1
  return (
    <div className={styles.travel}>
      <label>
        <span>{t('moment', { at: index + 1, of: moments.length })}</span>
        <input
          type="range"
          min={0}
          max={Math.max(last, 0)}
          value={index}
          onChange={(event) => onAt(Number(event.target.value) >= last ? null : Number(event.target.value))}
        />
      </label>
      <span className={styles.code}>{moments[index]?.type ?? ''}</span>
      <button type="button" className={styles.small} disabled={at === null} onClick={() => onAt(null)}>
        {t('now')}
      </button>
    </div>
  )
}

/** Chart, guards and context of one actor, now or at a recorded moment. */
function ActorParts({ inspection, charts: load, actor, at, onAt, onPick, section }: ActorProps) {
  const t = useWords()
  const [view, setView] = useState<'chart' | 'sequence'>('chart')
  const charts = useCharts(load)
  const { moments, machine } = actor
  const index = at === null ? moments.length - 1 : Math.min(at, moments.length - 1)
  const moment = moments[index]
  const last = moments.slice(0, index + 1).findLast(({ took }) => took.length > 0)
  const snapshot = machineSnapshot(moment?.snapshot)
  const chart = machine === null ? undefined : charts?.[machine.id]
  const states = machine !== null && snapshot !== null ? statesIn(machine, snapshot) : []
  const chances =
    machine !== null && snapshot !== null ? chancesOf(machine, snapshot, actor.events, inspection.mask) : []
  const shown = inspection.mask.masked(snapshot === null ? moment?.snapshot : snapshot.context)
  const copy = () => void navigator.clipboard.writeText(JSON.stringify(shown, null, 2))
  return (
    <>
      {section(
        'machine',
        <>
          {actor.name} <small>{chart?.file ?? stateText(moment?.snapshot)}</small>
          <Choice
            label={t('view')}
            value={view}
            onChange={setView}
            options={[
              { value: 'chart', label: t('chart') },
              { value: 'sequence', label: t('sequence') },
            ]}
          />
        </>,
        <>
          {view === 'sequence' && <SequenceView lines={inspection.recorder.lines()} />}
          {view === 'chart' && chart !== undefined && chart.nodes.length > 0 && (
            <ChartView chart={chart} states={states} chances={chances} took={last?.took ?? []} tookAt={last?.at ?? 0} />
          )}
          {view === 'chart' && machine === null && <p className={styles.note}>{t('noMachine')}</p>}
          <Travel actor={actor} index={index} at={at} onAt={onAt} />
          {machine !== null && <h3 className={styles.sub}>{at === null ? t('guards') : t('guardsThen')}</h3>}
          {machine !== null && <GuardTable chances={chances} onPick={onPick} />}
        </>,
      )}
      {section(
        'context',
        <>
          {t('context')} <small>{t('secretsMasked')}</small>
          <button type="button" className={styles.small} onClick={copy}>
            {t('copy')}
          </button>
        </>,
        <ContextView value={shown} />,
      )}
    </>
  )
}
