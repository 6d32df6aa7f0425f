import { finance, hostingEndOf, isHostingAhead, isHostingOver, type HostingOrder } from '#contract/finance/finance.ts'
import { useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { Button } from '#src/ui/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { Page } from '#src/ui/page.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { loading } from '#streams/kit/live.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HostingCard } from './hosting-card.tsx'
import { RedeemSheet } from './redeem-sheet.tsx'
import styles from './finance.module.css'
import { useRunningPages } from './use-running-pages.ts'

const ends = ['hosting', 'completed', 'redeemed'] as const
const size = 10
const newest = (read: HostingOrder, pushed: HostingOrder) => (isHostingAhead(read, pushed) ? pushed : read)
const isOn = (order: HostingOrder, end: (typeof ends)[number]) => hostingEndOf(order) === end
const asked = {
  hosting: { status: 'hosting' },
  completed: { status: 'ended', is_cancel: false },
  redeemed: { status: 'ended', is_cancel: true },
} as const

/** My hosting by how it ended; running orders change by push. */
export function HostingOrdersPage() {
  const { t } = useTranslation('finance')
  const { request, feeds } = useServices()
  const [end, setEnd] = useState<(typeof ends)[number]>('hosting')
  const [redeeming, setRedeeming] = useState<HostingOrder | null>(null)
  const { value: running } = useStream(feeds.hostingOrders$, loading)
  const { pager, refresh } = useRunningPages({
    tab: end,
    running,
    newest,
    isOn,
    readPage: async (page) => {
      const reply = await request.read(finance.orders, { ...asked[end], page, limit: size })
      return reply.ok
        ? { ok: true, value: { rows: reply.value.order_list, isLast: page * size >= reply.value.total } }
        : reply
    },
  })
  return (
    <Page title={t('titles.orders')} isBroad onRefresh={refresh}>
      <div className={classes(styles.page, styles.wide)}>
        <Tabs
          label={t('titles.orders')}
          isWide
          tabs={ends.map((value) => ({ value, label: t(`ends.${value}`) }))}
          value={end}
          onChange={setEnd}
        />
        <div className={styles.list} aria-busy={pager.state === 'loading'}>
          <PagedList
            pager={pager}
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
