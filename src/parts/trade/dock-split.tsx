import { useUser } from '#src/actors/use-session.ts'
import { guest } from '#src/lib/personal.ts'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, usePanelRef, type PanelImperativeHandle } from 'react-resizable-panels'
import {
  dockGroups,
  forgetDocks,
  keepDocks,
  keptDocks,
  type DockGroup,
  type DockPage,
  type KeptDocks,
} from './docks.ts'
import styles from './trade-desk-layout.module.css'

/** The least and the first sizes in px. Together the least ones fit into a window of 1024 px beside the open menu. */
const least = {
  mainDock: 458,
  sideDock: 264,
  viewDock: 260,
  ordersDock: 120,
  chartDock: 260,
  bookDock: 190,
  ticketDock: 200,
  dealsDock: 120,
}
const first = {
  spot: { sideDock: 300, ordersDock: 220, bookDock: 250, ticketDock: 624 },
  lever: { sideDock: 300, ordersDock: 240, bookDock: 250, ticketDock: 660 },
  // Rounds have neither a book nor deals beside the ticket: those groups are not on their page.
  option: { sideDock: 340, ordersDock: 240, bookDock: 0, ticketDock: 0 },
} satisfies Readonly<Record<DockPage, object>>
/** Of each group the dock that keeps its px when the window changes; the other one takes the rest. */
const sizedIn = { desk: 'sideDock', main: 'ordersDock', view: 'bookDock', side: 'ticketDock' } as const
const labels = { desk: 'side', main: 'orders', view: 'book', side: 'ticket' } as const

export type Docks = {
  readonly page: DockPage
  readonly kept: KeptDocks
  readonly refs: Readonly<Record<DockGroup, RefObject<PanelImperativeHandle | null>>>
  readonly keep: (group: DockGroup, sizes: Readonly<Record<string, number>> | null) => void
  readonly isChanged: boolean
  readonly resetAll: () => void
}

/** The sizes the user has given the docks of this page, kept on this device. */
export function useDocks(page: DockPage): Docks {
  const account = useUser()?.id ?? guest
  const [kept] = useState<KeptDocks>(() => (account === guest ? {} : keptDocks(account, page)))
  const [isChanged, setIsChanged] = useState(Object.keys(kept).length > 0)
  const refs = { desk: usePanelRef(), main: usePanelRef(), view: usePanelRef(), side: usePanelRef() }
  return {
    page,
    kept,
    refs,
    isChanged,
    keep: (group, sizes) => {
      const next = account === guest ? {} : keepDocks(account, page, group, sizes)
      setIsChanged(sizes !== null || Object.keys(next).length > 0)
    },
    resetAll: () => {
      // The inner ones first: they keep their px when the outer ones change.
      for (const group of ['view', 'side', 'main', 'desk'] as const)
        refs[group].current?.resize(first[page][sizedIn[group]])
      if (account !== guest) forgetDocks(account, page)
      setIsChanged(false)
    },
  }
}

type SplitProps = {
  readonly docks: Docks
  readonly name: DockGroup
  readonly isColumn?: boolean
  readonly children: readonly [ReactNode, ReactNode]
}

/** Two docks with a separator between them; Enter and a double click give back the first size. */
export function Split({ docks: { page, kept, refs, keep }, name, isColumn = false, children }: SplitProps) {
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
      <Panel
        id={id}
        minSize={least[id]}
        className={styles.dock}
        {...(id === sized && { defaultSize: firstPx, groupResizeBehavior: 'preserve-pixel-size', panelRef: ref })}
      >
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
export function Fitted({ children }: { readonly children: (height: number) => ReactNode }) {
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
