import type { Event } from '#contract/events.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { usePager } from '#src/actors/use-pager.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import type { IconName } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Stack } from '#src/ui/box.tsx'
import { useEffect, useMemo, useRef, type ComponentProps, type Key, type ReactNode, type Ref } from 'react'
import { PagedList } from './paged-list.tsx'

/** One page of rows with the number of all, by the names that the calls give them. */
type Found<T> =
  | { readonly list: readonly T[]; readonly count: number }
  | { readonly data: readonly T[]; readonly total: number }
  | { readonly rows: readonly T[]; readonly total: number }
const foundIn = <T,>(found: Found<T>) =>
  'list' in found
    ? { rows: found.list, total: found.count }
    : { rows: 'data' in found ? found.data : found.rows, total: found.total }

export type Asked = { readonly page: number; readonly limit: number }
type Props<T> = {
  /** What the list is of; with another filter it begins anew. */
  readonly by?: string
  readonly read: (asked: Asked) => Promise<Reply<Found<T>>>
  readonly size?: number
  /** Events that tell of a change of one of them. */
  readonly on?: readonly Event['ev'][]
  readonly keyOf: (row: T) => Key
  readonly render: (row: T) => ReactNode
  readonly empty: { readonly text: string; readonly icon?: IconName; readonly action?: ReactNode }
  /** The height of one row in px, for the placeholders. */
  readonly rowHeight?: number
  /** Lines between the rows. */
  readonly isRuled?: boolean
  /** Above the rows, once there are some: names of columns, an export. */
  readonly head?: ReactNode
  /** Reads the list again; resolves when it is here. */
  readonly refresh?: Ref<() => Promise<void>>
}
const noEvents: readonly Event['ev'][] = []

/**
 * A list that reads itself, page by page: skeleton, rows, the next page, the end, empty, failed and read again. Each
 * row is shown once, also when a new one has moved the pages.
 *
 *     <Paged by={show} read={(asked) => request.read(assets.gifts, { direction: show, ...asked })}
 *       on={['assets.giftReceived']} keyOf={({ id }) => id} render={(gift) => <Gift gift={gift} />}
 *       empty={{ text: t('gift.none'), icon: 'gift' }} />
 */
export function Paged<T>({ by = '', ...props }: Props<T>) {
  return <Rows key={by} {...props} />
}

function Rows<T>({
  read,
  size = defaultLimit,
  on = noEvents,
  keyOf,
  render,
  empty,
  rowHeight,
  isRuled = false,
  head,
  refresh: shared,
}: Omit<Props<T>, 'by'>) {
  const pager = usePager<T>(async (page) => {
    const reply = await read({ page, limit: size })
    if (!reply.ok) return reply
    const { rows, total } = foundIn(reply.value)
    return { ok: true, value: { rows, isLast: rows.length === 0 || page * size >= total } }
  })
  const rows = useMemo(() => [...new Map(pager.rows.map((row) => [keyOf(row), row])).values()], [pager.rows, keyOf])
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  useRefreshOn(on, () => void refresh())
  useEffect(() => {
    if (typeof shared === 'function') shared(refresh)
    else if (shared) shared.current = refresh
  }, [shared, refresh])
  return (
    <>
      {rows.length > 0 && head}
      <PagedList
        pager={{ ...pager, rows }}
        keyOf={keyOf}
        render={render}
        isRuled={isRuled}
        emptyText={empty.text}
        {...(empty.icon !== undefined && { emptyIcon: empty.icon })}
        emptyAction={empty.action}
        {...(rowHeight !== undefined && { rowHeight })}
      />
    </>
  )
}

type PageProps<T> = Omit<Props<T>, 'refresh'> &
  Pick<ComponentProps<typeof Page>, 'title' | 'actions' | 'isWide' | 'isBroad' | 'isFlush'> & {
    /** Above the list: tabs, a choice, a search box. */
    readonly filter?: ReactNode
    readonly className?: string | undefined
  }

/** A page that is one list with its filter; a pull reads it again. */
export function ListPage<T>({ title, actions, isWide, isBroad, isFlush, filter, className, ...list }: PageProps<T>) {
  const refresh = useRef<() => Promise<void>>(async () => undefined)
  const look = { ...(isWide && { isWide }), ...(isBroad && { isBroad }), ...(isFlush && { isFlush }) }
  return (
    <Page title={title} actions={actions} onRefresh={() => refresh.current()} {...look}>
      <Stack gap={4} below={6} className={className}>
        {filter}
        <Paged {...list} refresh={refresh} />
      </Stack>
    </Page>
  )
}
