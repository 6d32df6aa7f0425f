import { hostingEndOf, type HostingOrder } from '#contract/finance/finance.ts'
import { formatWireTime } from '#src/lib/format.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Row, Stack } from '#src/ui/box.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { Facts, type Fact } from '#src/ui/facts.tsx'
import { Days } from './parts.tsx'
import styles from './finance.module.css'
import { useFinanceFormat } from './use-finance.ts'

/** One hosting order: what is in it, what it has earned, when it ends, and what leaving costs. */
export function HostingCard({ order, onRedeem }: { readonly order: HostingOrder; readonly onRedeem: () => void }) {
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
    <article className={styles.card}>
      <Row gap={3} className={styles.head}>
        <CoinIcon name={coin} logo={order.logo} />
        <Stack as="span" gap="hair" grows breaks className={styles.names}>
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
    </article>
  )
}
