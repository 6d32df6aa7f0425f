import {
  finance,
  hostingEndOf,
  isHostingAhead,
  isHostingOver,
  type HostingOrder,
  mayHostingStep,
} from '#contract/finance/finance.ts'
import { useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { loading } from '#streams/kit/live.ts'
import { useState, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './finance.module.css'
import { useRunningPages } from './use-running-pages.ts'
import { formatWireTime } from '#src/lib/format.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Card, Row, Stack } from '#src/ui/box.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Facts, type Fact } from '#src/ui/facts.tsx'
import { Days } from './parts.tsx'
import { useFinanceFormat, type Say } from './use-finance.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useFollowed } from '#src/actors/use-followed.ts'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyReview } from '#src/parts/form/money-shell.tsx'
import { hostingCopies } from './finance.actors.ts'

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
      <Stack gap={3} topPad={2} endPad={8} className={styles.wide}>
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
      </Stack>
    </Page>
  )
}

/** One hosting order: what is in it, what it has earned, when it ends, and what leaving costs. */
function HostingCard({ order, onRedeem }: { readonly order: HostingOrder; readonly onRedeem: () => void }) {
  const { t } = useTranslation('finance')
  const { share, money, cost, gain, day } = useFinanceFormat()
  const { currency_name: coin } = order
  const end = hostingEndOf(order)
  const paid = order.day - order.remain_day
  const time = (text: string) => formatWireTime(text)
  const facts: readonly Fact[] = [
    { name: t('earnedSoFar'), value: gain(order.earned, coin), tone: 'rise' },
    { name: t('perDay'), value: `${share(order.day_rate)} · ${gain(order.daily, coin)}` },
    { name: t('paidAt'), value: time(order.created_at) },
    ...(end === 'hosting'
      ? [
          { name: t('daysLeft'), value: t('days', { count: order.remain_day }) },
          { name: t('backShort'), value: t('atMidnight', { day: day(order.end_ms) }) },
          { name: t('leavingNow'), value: cost(order.cancel_fee, coin) },
        ]
      : [
          { name: t('finishedAt'), value: order.finish_at === null ? '—' : time(order.finish_at) },
          ...(end === 'redeemed'
            ? [{ name: t('penalty'), value: money(`-${order.cancel_fee}`, coin), tone: 'fall' } as const]
            : []),
        ]),
  ]
  return (
    <Card as="article" gap={3} pad={4}>
      <Row gap={3}>
        <CoinIcon name={coin} logo={order.logo} />
        <Stack as="span" gap="hair" grows breaks>
          <b>{money(order.amount, coin)}</b>
          <small>{t('coinDays', { coin, count: order.day })}</small>
        </Stack>
        <Badge tone={end === 'completed' || end === 'redeemed' ? 'quiet' : 'accent'}>{t(`ends.${end}`)}</Badge>
      </Row>
      {end === 'hosting' && <Days days={order.day} paid={paid} label={t('paidDays', { paid, of: order.day })} />}
      <Facts kind="ruled" facts={facts} />
      {end === 'hosting' && (
        <Button kind="quiet" isWide onClick={onRedeem}>
          {t('redeem')}
        </Button>
      )}
    </Card>
  )
}

type Live = {
  readonly order: HostingOrder
  readonly t: Say
  readonly shown: ReturnType<typeof useFinanceFormat>
}
const redeemForm = moneyForm<Live>()({
  call: finance.redeem,
  draft: ({ order }) => `redeem.${order.id}`,
  fields: () => ({}),
  sums: (_, { order }) => {
    const [earned, cost] = [parseDec(order.earned), parseDec(order.cancel_fee)]
    return {
      back: formatDec(parseDec(order.amount) - cost),
      result: formatDec(earned - cost),
      givenUp: formatDec(parseDec(order.total_interest) - earned),
    }
  },
  faults: () => ({}),
  // The cost that is shown is sent along.
  input: ({ live: { order } }) => ({ id: order.id, seen_fee: order.cancel_fee }),
  review: ({ sums: { back, result, givenUp }, live: { order, t, shown } }) => {
    const { share, money, gain } = shown
    const { currency_name: coin } = order
    return {
      title: t('redeemTitle'),
      rows: [
        { name: t('amount'), value: money(order.amount, coin) },
        { name: t('penalty'), value: money(`-${order.cancel_fee}`, coin) },
        {
          name: t('howCharged'),
          value: t(`rule.${order.penalty_rule}.now`, { rate: share(order.penalty_ratio), count: order.remain_day }),
        },
        { name: t('youGet'), value: money(back, coin), isStrong: true },
        { name: t('keepInterest'), value: gain(order.earned, coin) },
        { name: t('resultInAll'), value: gain(result, coin) },
        { name: t('givenUp'), value: money(givenUp, coin) },
      ],
      hold: mayHostingStep('redeem', order.status) ? null : t('alreadyOver'),
      confirm: t('redeemConfirm', { amount: money(back, coin) }),
      doneTitle: t('redeemDone'),
      done: <p>{t('redeemDoneText', { amount: money(back, coin) })}</p>,
    }
  },
})

/** What leaving now costs and brings, exactly, before it is confirmed. */
function RedeemSheet({ first, onClose }: { readonly first: HostingOrder; readonly onClose: () => void }) {
  const { t } = useTranslation('finance')
  const services = useServices()
  const shown = useFinanceFormat()
  const copies = useMemo(() => hostingCopies(services), [services])
  const order = useFollowed(first, copies) ?? first
  const form = useMoneyForm(redeemForm, { order, t, shown }, { opens: true })
  return <MoneyReview form={form} onClose={onClose} />
}
