import {
  createContext,
  use,
  useCallback,
  useMemo,
  useState,
  type ComponentProps,
  type Context,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
} from 'react'
import { List as Window } from 'react-window'

type Rows<T> = { readonly items: readonly T[]; readonly render: (item: T, index: number) => ReactNode }
/** The same object for the lifetime of the list: the virtual list measures again whenever its row props change. */
type Fixed<T> = { readonly Shown: Context<Rows<T>> }
type RowProps<T> = Fixed<T> & { index: number; style: CSSProperties; ariaAttributes: ComponentProps<'div'> }

type Props<T> = {
  /** The accessible name. */
  readonly label: string
  readonly items: readonly T[]
  readonly rowHeight: number
  /** The height of the viewport in px; without it the list fills its container. */
  readonly height?: number
  /** Must be stable (outside of the component, or by useCallback), or every row renders again. */
  readonly render: (item: T, index: number) => ReactNode
  /** Called when the last rows become visible. */
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

/** A virtual list of rows with equal height: only the visible ones are rendered. It scrolls by itself. */
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
