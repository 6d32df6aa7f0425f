import { finance, isHostingAhead, isHostingOver, type HostingOrder } from '#contract/finance.ts'
import { endOf } from '#machines/hosting-order.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { go } from '#src/lib/hash-location.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { loading } from '#streams/kit/live.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HostingCard } from './hosting-card.tsx'
import { RedeemSheet } from './redeem-sheet.tsx'
import styles from './finance.module.css'

const ends = ['hosting', 'completed', 'redeemed'] as const
const size = 10
const asked = { hosting: { status: 'hosting' }, completed: { status: 'ended', is_cancel: false }, redeemed: { status: 'ended', is_cancel: true } } as const

/** My hosting by how it ended; running orders change by push. */
export function HostingOrdersPage() {
  const { t } = useTranslation('finance')
  const { request, feeds } = useServices()
  const [end, setEnd] = useState<(typeof ends)[number]>('hosting')
  const [redeeming, setRedeeming] = useState<HostingOrder | null>(null)
  const { value: running } = useStream(feeds.hostingOrders$, loading)
  const pager = usePager<HostingOrder>(async (page) => {
    const reply = await request.read(finance.orders, { ...asked[end], page, limit: size })
    return reply.ok ? { ok: true, value: { rows: reply.value.order_list, isLast: page * size >= reply.value.total } } : reply
  })
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  // What runs, and what has just ended: either way the pages that were read are old.
  const about = `${end}|${(running ?? []).map(({ id }) => id).join()}`
  const read = useRef(about)
  useEffect(() => {
    if (read.current === about) return
    read.current = about
    void refresh()
  }, [about, refresh])
  const rows = useMemo(() => {
    const pushed = new Map((running ?? []).map((order) => [order.id, order]))
    const newest = (order: HostingOrder) => {
      const copy = pushed.get(order.id)
      return copy !== undefined && isHostingAhead(order, copy) ? copy : order
    }
    return [...new Map(pager.rows.map((order) => [order.id, newest(order)])).values()].filter((order) => endOf(order) === end)
  }, [pager.rows, running, end])
  return (
    <Page title={t('titles.orders')} onRefresh={refresh}>
      <div className={styles.page}>
        <Tabs label={t('titles.orders')} isWide tabs={ends.map((value) => ({ value, label: t(`ends.${value}`) }))} value={end} onChange={setEnd} />
        <div className={styles.list} aria-busy={pager.state === 'loading'}>
          <PagedList
            pager={{ ...pager, rows }}
            keyOf={({ id, status }) => `${id}|${isHostingOver({ status })}`}
            rowHeight={220}
            render={(order) => <HostingCard order={order} onRedeem={() => setRedeeming(order)} />}
            emptyText={t(`noOrders.${end}`)}
            emptyIcon="lock"
            emptyAction={
              <Button kind="quiet" onClick={() => go(financePaths.hosting)}>
                {t('toHosting')}
              </Button>
            }
          />
        </div>
        {/* Beside the list: an order that was redeemed leaves it, and its result stays until it is closed. */}
        {redeeming && <RedeemSheet key={redeeming.id} first={redeeming} onClose={() => setRedeeming(null)} />}
      </div>
    </Page>
  )
}
