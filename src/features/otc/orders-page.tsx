import { otc } from '#contract/otc/otc.ts'
import { boughtIn, isMyTurn, type OtcMarket, type OtcOrder } from '#contract/otc/otc-order.ts'
import { isOtcOrderOver, type OtcFilter, type OtcRole } from '#contract/otc/otc-steps.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useAnew, useRefresh } from '#src/actors/use-refresh.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { Link } from '#src/parts/link.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Note, Row, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Select } from '#src/ui/select.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { deadlineOf } from '#machines/otc/otc-order.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AwayLines } from './away-lines.tsx'
import { OtcPage } from './otc-page.tsx'
import styles from './otc.module.css'
import { useOpenOtcOrders, useOtcFormat, useOtcMarket } from './use-otc.ts'

const filters = ['incomplete', 'completed', 'cancelled'] as const
const size = 10

/** My orders, as buyer and as seller, or those of one ad; open ones change by push. */
export function OrdersPage() {
  const { t } = useTranslation('otc')
  const { value: market, isKnown } = useOtcMarket()
  const { ad } = useQuery()
  const [filter, setFilter] = useState<OtcFilter>('incomplete')
  const [role, setRole] = useState<OtcRole | ''>('')
  const [coin, setCoin] = useState('')
  const { pager, rows, refresh } = useOrders({ ad, filter, role, coin })
  return (
    <OtcPage title={t('titles.orders')} here="orders" onRefresh={refresh}>
      <Stack gap={4} topPad={2} endPad={6}>
        <AwayLines />
        <Tabs
          label={t('titles.orders')}
          isWide
          tabs={filters.map((value) => ({ value, label: t(`filters.${value}`) }))}
          value={filter}
          onChange={setFilter}
        />
        {ad !== undefined ? (
          <Row gap={2} justify="between" wraps>
            <p>{t('ordersOfAd')}</p>
            <Button size="s" kind="quiet" onClick={() => go(otcPaths.otcOrders, { replace: true })}>
              {t('allOrders')}
            </Button>
          </Row>
        ) : (
          <Filters market={market} role={role} onRole={setRole} coin={coin} onCoin={setCoin} />
        )}
        <div aria-busy={pager.state === 'loading'}>
          <PagedList
            pager={isKnown ? { ...pager, rows } : { ...pager, rows: [], state: 'loading' }}
            keyOf={({ id }) => id}
            rowHeight={104}
            render={(order) => <OrderRow order={order} market={market} />}
            emptyText={t(`noOrders.${filter}`)}
            emptyIcon="history"
            emptyAction={
              <Button kind="quiet" onClick={() => go(otcPaths.otc)}>
                {t('toCentre')}
              </Button>
            }
          />
        </div>
      </Stack>
    </OtcPage>
  )
}

type Asked = {
  readonly ad: string | undefined
  readonly filter: OtcFilter
  readonly role: OtcRole | ''
  readonly coin: string
}
/** The orders that were read, each in its newest copy. */
function useOrders({ ad, filter, role, coin }: Asked) {
  const { request } = useServices()
  const { orders } = useOpenOtcOrders()
  const pager = usePager<OtcOrder>(async (page) => {
    const reply = await request.read(otc.orders, {
      filter,
      ...(ad !== undefined && { ad_id: ad }),
      ...(role !== '' && { role }),
      ...(coin !== '' && { currency_id: Number(coin) }),
      page,
      limit: size,
    })
    return reply.ok ? { ok: true, value: { rows: reply.value.list, isLast: page * size >= reply.value.count } } : reply
  })
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  // What is open, and what has just ended: either way the pages that were read are old.
  const about = `${ad ?? ''}|${filter}|${role}|${coin}|${(orders ?? []).map(({ id }) => id).join()}`
  useAnew(about, refresh)
  const rows = useMemo(() => {
    const fresh = new Map((orders ?? []).map((order) => [order.id, order]))
    return [...new Map(pager.rows.map((order) => [order.id, fresh.get(order.id) ?? order])).values()]
  }, [pager.rows, orders])
  return { pager, rows, refresh }
}

type FiltersProps = Pick<Asked, 'role' | 'coin'> & {
  readonly market: OtcMarket | null
  readonly onRole: (role: Asked['role']) => void
  readonly onCoin: (coin: string) => void
}
function Filters({ market, role, onRole, coin, onCoin }: FiltersProps) {
  const { t } = useTranslation('otc')
  return (
    <Row gap={2} justify="between" wraps>
      <Select
        label={t('role')}
        isBare
        value={role}
        options={[
          { value: '', label: t('roles.all') },
          { value: 'buyer', label: t('roles.buyer') },
          { value: 'seller', label: t('roles.seller') },
        ]}
        onChange={onRole}
      />
      <Select
        label={t('coin')}
        isBare
        value={coin}
        options={[
          { value: '', label: t('allCoins') },
          ...(market?.coins ?? []).map(({ currency_id, currency_name }) => ({
            value: String(currency_id),
            label: currency_name,
          })),
        ]}
        onChange={onCoin}
      />
    </Row>
  )
}

function OrderRow({ order, market }: { readonly order: OtcOrder; readonly market: OtcMarket | null }) {
  const { t } = useTranslation('otc')
  const { serverNow } = useServices()
  const { time } = useNumbers()
  const { fiat, coin, price } = useOtcFormat(market)
  const deadline = deadlineOf(order)
  const peer = order.my_role === 'buyer' ? order.seller : order.buyer
  return (
    <Link
      to={`${isOtcOrderOver(order) ? otcPaths.otcPastOrder : otcPaths.otcOrder}?id=${order.id}`}
      lay="stack"
      gap={1}
      blockPad={3}
      line="top"
      className={styles.row}
    >
      <Row as="span" gap={2} wraps>
        <Box as="b" tone={order.side === 'buy' ? 'rise' : 'fall'}>
          {t(order.side === 'buy' ? 'buyCoin' : 'sellCoin', { coin: order.currency_name })}
        </Box>
        {isMyTurn(order) && (
          <Box as="span" round="full" size={1} className={styles.mine}>
            {t('yourTurn')}
          </Box>
        )}
        <Box as="span" size={2} tone={order.status === 'confirmed' ? 'done' : 2} pushes>
          {t(`status.${order.status}`)}
        </Box>
        {deadline !== null && <Countdown deadlineMs={deadline} now={serverNow} />}
      </Row>
      <Row as="span" gap={2} justify="between" wraps>
        <b>{fiat(order.total_amount, order.fiat)}</b>
        <span>{coin(boughtIn(order), order.currency_name)}</span>
      </Row>
      <Note as="span" className={styles.small}>
        {peer.nickname} · {price(order.unit_price, order.fiat)} · {time(order.create_time)}
      </Note>
    </Link>
  )
}
