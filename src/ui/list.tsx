import { createContext, use, useCallback, useMemo, useState, type ComponentProps, type Context, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import { List as Window } from 'react-window'

type Rows<T> = { readonly items: readonly T[]; readonly render: (item: T, index: number) => ReactNode }
/** The same object for as long as the list lives: the window measures anew whenever its row props change. */
type Fixed<T> = { readonly Shown: Context<Rows<T>> }
type RowProps<T> = Fixed<T> & { index: number; style: CSSProperties; ariaAttributes: ComponentProps<'div'> }

type Props<T> = {
  /** What is listed, read aloud. */
  readonly label: string
  readonly items: readonly T[]
  readonly rowHeight: number
  /** Height of the window in pixels; without it the list fills what it stands in. */
  readonly height?: number
  /** Keep it stable (outside of the component, or by useCallback), or each row is drawn anew. */
  readonly render: (item: T, index: number) => ReactNode
  /** The last rows have come into sight. */
  readonly onNearEnd?: () => void
}

function RowView<T>({ Shown, index, style, ariaAttributes }: RowProps<T>): ReactElement | null {
  const { items, render } = use(Shown)
  const item = items[index]
  if (item === undefined) return null
  return (
    <div {...ariaAttributes} style={style}>
      {render(item, index)}
    </div>
  )
}

const createFixed = <T,>(): Fixed<T> => ({ Shown: createContext<Rows<T>>({ items: [], render: () => null }) })

/** A long list of rows of one height: only those in sight are drawn. It scrolls by itself. */
export function List<T>({ label, items, rowHeight, height, render, onNearEnd }: Props<T>) {
  const [fixed] = useState(createFixed<T>)
  const rows = useMemo(() => ({ items, render }), [items, render])
  const style = useMemo(() => ({ blockSize: height ?? '100%', overscrollBehavior: 'contain' }) as const, [height])
  const count = items.length
  const seen = useCallback(
    ({ stopIndex }: { readonly stopIndex: number }) => {
      if (stopIndex >= count - 5) onNearEnd?.()
    },
    [count, onNearEnd],
  )
  return (
    <fixed.Shown value={rows}>
      <Window<Fixed<T>>
        aria-label={label}
        rowComponent={RowView<T>}
        rowProps={fixed}
        rowCount={count}
        rowHeight={rowHeight}
        defaultHeight={height ?? 600}
        overscanCount={6}
        tabIndex={0}
        style={style}
        onRowsRendered={seen}
      />
    </fixed.Shown>
  )
}
