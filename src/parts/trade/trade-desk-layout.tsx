import { useUser } from '#src/actors/use-session.ts'
import { dockGroups, forgetDocks, keepDocks, keptDocks, type DockGroup, type DockPage, type KeptDocks } from './docks.ts'
import { guest } from '#src/lib/personal.ts'
import { intervalOf, type Interval } from '#src/parts/chart/chart-interval.ts'
import { IntervalBar } from '#src/parts/chart/interval-bar.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, usePanelRef, type PanelImperativeHandle } from 'react-resizable-panels'
import { DealsList } from './deals-list.tsx'
import styles from './trade-desk-layout.module.css'

type Props = {
  readonly page: DockPage
  readonly market: string
  /** Draws the chart at a height in px. */
  readonly chart: (period: Interval, height: number) => ReactNode
  readonly ticket: ReactNode
  /** The book with so many levels of each side. */
  readonly book: (rows: number) => ReactNode
  /** The height of everything in the book but its levels, in px. */
  readonly bookRest: number
  readonly orders: ReactNode
}

/** The least and the first sizes in px. Together the least ones fit into a window of 1024 px beside the open menu. */
const least = { mainDock: 458, sideDock: 264, viewDock: 260, ordersDock: 120, chartDock: 260, bookDock: 190, ticketDock: 200, dealsDock: 120 }
const first = {
  spot: { sideDock: 300, ordersDock: 220, bookDock: 250, ticketDock: 520 },
  lever: { sideDock: 300, ordersDock: 240, bookDock: 250, ticketDock: 660 },
}
/** Of each group the dock that keeps its px when the window changes; the other one takes the rest. */
const sizedIn = { desk: 'sideDock', main: 'ordersDock', view: 'bookDock', side: 'ticketDock' } as const
const labels = { desk: 'side', main: 'orders', view: 'book', side: 'ticket' } as const
/** What stands below the chart and above the deals. */
const [chartFoot, dealsHead] = [44, 20]
const levelHeight = 17
const rowsIn = (height: number) => Math.max(4, Math.min(60, Math.floor(height / 2 / levelHeight)))

/** The desktop layout of a trading page: chart, book, deals, ticket and orders side by side, each resized by mouse, finger or keys. */
export function TradeDeskLayout({ page, market, chart, ticket, book, bookRest, orders }: Props) {
  const { t } = useTranslation(['market', 'trades'])
  const period = intervalOf(useSettings((settings) => settings.lastPeriod))
  const set = useSettings((settings) => settings.set)
  const docks = useDocks(page)
  return (
    <div className={styles.desk}>
      <Split docks={docks} name="desk">
        <Split docks={docks} name="main" isColumn>
          <Split docks={docks} name="view">
            <section className={styles.panel} aria-label={t('chart')}>
              <div className={styles.tools}>
                <IntervalBar value={period} onChange={(lastPeriod) => set({ lastPeriod })} />
                {docks.isChanged && <IconButton icon="refresh" label={t('trades:docks.reset')} onClick={docks.resetAll} />}
              </div>
              <Fitted>{(height) => chart(period, Math.max(120, height - chartFoot))}</Fitted>
            </section>
            <div className={styles.panel}>
              <Fitted>{(height) => book(rowsIn(height - bookRest))}</Fitted>
            </div>
          </Split>
          <div className={styles.panel}>{orders}</div>
        </Split>
        <Split docks={docks} name="side" isColumn>
          <div className={styles.panel}>{ticket}</div>
          <section className={styles.panel} aria-label={t('deals')}>
            <h2>{t('deals')}</h2>
            <Fitted>{(height) => <DealsList market={market} height={height - dealsHead} />}</Fitted>
          </section>
        </Split>
      </Split>
    </div>
  )
}

type Docks = {
  readonly page: DockPage
  readonly kept: KeptDocks
  readonly refs: Readonly<Record<DockGroup, RefObject<PanelImperativeHandle | null>>>
  readonly keep: (group: DockGroup, sizes: Readonly<Record<string, number>> | null) => void
  readonly isChanged: boolean
  readonly resetAll: () => void
}

/** The sizes the user has given the docks of this page, kept on this device. */
function useDocks(page: DockPage): Docks {
  const account = useUser()?.id ?? guest
  const [kept] = useState<KeptDocks>(() => (account === guest ? {} : keptDocks(account, page)))
  const [isChanged, setIsChanged] = useState(Object.keys(kept).length > 0)
  const refs = { desk: usePanelRef(), main: usePanelRef(), view: usePanelRef(), side: usePanelRef() }
  return {
    page, kept, refs, isChanged,
    keep: (group, sizes) => {
      const next = account === guest ? {} : keepDocks(account, page, group, sizes)
      setIsChanged(sizes !== null || Object.keys(next).length > 0)
    },
    resetAll: () => {
      // The inner ones first: they keep their px when the outer ones change.
      for (const group of ['view', 'side', 'main', 'desk'] as const) refs[group].current?.resize(first[page][sizedIn[group]])
      if (account !== guest) forgetDocks(account, page)
      setIsChanged(false)
    },
  }
}

type SplitProps = { readonly docks: Docks; readonly name: DockGroup; readonly isColumn?: boolean; readonly children: readonly [ReactNode, ReactNode] }

/** Two docks with a separator between them; Enter and a double click give back the first size. */
function Split({ docks: { page, kept, refs, keep }, name, isColumn = false, children }: SplitProps) {
  const { t } = useTranslation('trades')
  const sized = sizedIn[name]
  const firstPx = first[page][sized]
  const ref = refs[name]
  const reset = () => {
    ref.current?.resize(firstPx)
    keep(name, null)
  }
  const dock = (at: 0 | 1) => {
    const id = dockGroups[name][at]
    return (
      <Panel id={id} minSize={least[id]} className={styles.dock} {...(id === sized && { defaultSize: firstPx, groupResizeBehavior: 'preserve-pixel-size', panelRef: ref })}>
        {children[at]}
      </Panel>
    )
  }
  return (
    <Group
      orientation={isColumn ? 'vertical' : 'horizontal'}
      defaultLayout={kept[name]}
      onLayoutChanged={(sizes, { isUserInteraction }) => {
        if (isUserInteraction) keep(name, sizes)
      }}
    >
      {dock(0)}
      <Separator
        className={styles.bar}
        aria-label={t(`docks.${labels[name]}`)}
        disableDoubleClick
        onDoubleClick={reset}
        onKeyDown={({ key }) => {
          if (key === 'Enter') reset()
        }}
      />
      {dock(1)}
    </Group>
  )
}

/** Renders with the height of its own box in px, which does not depend on what is in it. */
function Fitted({ children }: { readonly children: (height: number) => ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const node = box.current
    if (node === null) return undefined
    const measure = () => setHeight(node.clientHeight)
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(node)
    return () => resized.disconnect()
  }, [])
  return (
    <div ref={box} className={styles.fitted}>
      {height > 0 && children(height)}
    </div>
  )
}
