import type { ComponentProps, CSSProperties, ReactElement, ReactNode } from 'react'
import { List as Window } from 'react-window'

type Row<T> = { readonly items: readonly T[]; readonly render: (item: T, index: number) => ReactNode }
type RowProps<T> = Row<T> & { index: number; style: CSSProperties; ariaAttributes: ComponentProps<'div'> }

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

function RowView<T>({ items, render, index, style, ariaAttributes }: RowProps<T>): ReactElement | null {
  const item = items[index]
  if (item === undefined) return null
  return (
    <div {...ariaAttributes} style={style}>
      {render(item, index)}
    </div>
  )
}

/** A long list of rows of one height: only those in sight are drawn. It scrolls by itself. */
export function List<T>({ label, items, rowHeight, height, render, onNearEnd }: Props<T>) {
  return (
    <Window<Row<T>>
      aria-label={label}
      rowComponent={RowView<T>}
      rowProps={{ items, render }}
      rowCount={items.length}
      rowHeight={rowHeight}
      defaultHeight={height ?? 600}
      overscanCount={6}
      tabIndex={0}
      style={{ blockSize: height ?? '100%', overscrollBehavior: 'contain' }}
      onRowsRendered={({ stopIndex }) => {
        if (stopIndex >= items.length - 5) onNearEnd?.()
      }}
    />
  )
}
