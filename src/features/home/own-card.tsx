import { option } from '#contract/option/option.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { leverPaths } from '#src/lib/paths/lever.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { hasContracts, useTotals } from '#src/parts/lever/use-totals.ts'
import { Link } from '#src/parts/link.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { curveOf } from '#src/parts/worth/pnl.ts'
import { TodayPnl, TotalAmount, TotalHead, useWorth } from '#src/parts/worth/total.tsx'
import { useBalances } from '#src/parts/worth/use-balances.ts'
import { usePnl } from '#src/parts/worth/use-pnl.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Card, Row, Stack } from '#src/ui/box.tsx'
import { Spark } from '#src/ui/spark.tsx'
import { loading } from '#streams/kit/live.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './own-card.module.css'

const curveDays = 30

/** What one has: the total, today's result with the curve of a month, and what of it is at work. */
export function OwnCard() {
  const { t } = useTranslation(['assets', 'home'])
  const isHidden = useSettings((settings) => settings.hideBalances)
  const balances = useBalances()
  const { value, freshness, ageMs } = useTotals(balances)
  const pnl = usePnl(balances.value?.seq ?? null).value
  const worth = useWorth(value)
  return (
    <Card as="section" gap={2} pad={3} sidePad={4} className={styles.card} aria-label={t('assets:total')}>
      <Row gap={2} justify="between">
        <Stack gap="hair" grows>
          <Row tone={2} size="dense" className={styles.head}>
            <TotalHead freshness={freshness} ageMs={ageMs}>
              <Link to={assetsPaths.assets} nowrap>
                {t('assets:total')} ({worth?.code ?? baseCoin.name})
              </Link>
            </TotalHead>
          </Row>
          <Box size={6} weight="bold" className={styles.total}>
            <TotalAmount worth={worth} freshness={freshness} />
          </Box>
          <TodayPnl pnl={pnl} />
        </Stack>
        {/* What is old says so in its place. */}
        {pnl !== null && !isHidden && freshness !== 'stale' && <Curve days={pnl.days} />}
      </Row>
      <AtWork hasContracts={hasContracts(balances.value)} />
    </Card>
  )
}

function Curve({ days }: { readonly days: Parameters<typeof curveOf>[0] }) {
  const values = useMemo(() => curveOf(days.slice(-curveDays)), [days])
  const sign = compareDec(values.at(-1) ?? '0', '0')
  return (
    <span className={styles.curve}>
      <Spark values={values} trend={sign > 0 ? 'rise' : sign < 0 ? 'fall' : 'flat'} />
    </span>
  )
}

/** What waits, runs or wants something, each with the way to it; what there is none of is not named. */
function AtWork({ hasContracts }: { readonly hasContracts: boolean }) {
  const { t } = useTranslation('home')
  const { feeds } = useServices()
  const orders = useStream(feeds.spotOrders$, loading).value?.length ?? 0
  const positions = useStream(hasContracts ? feeds.leverPositions$ : null, loading).value?.length ?? 0
  const turns = useStream(feeds.otcTurns$, 0)
  const stakes = useOpenStakes()
  const all = [
    { word: 'orders', count: orders, to: spotPaths.trade },
    { word: 'positions', count: positions, to: leverPaths.lever },
    { word: 'stakes', count: stakes, to: leverPaths.contracts },
    { word: 'turns', count: turns, to: otcPaths.otc },
  ].filter(({ count }) => count > 0)
  if (all.length === 0) return null
  return (
    <Row as="ul" gap={2} wraps>
      {all.map(({ word, count, to }) => (
        <li key={word}>
          <Link to={to} className={styles.work}>
            {t(`work.${word}`, { count })}
          </Link>
        </li>
      ))}
    </Row>
  )
}
/** How many stakes of the caller are not settled. */
function useOpenStakes(): number {
  const { request } = useServices()
  const { value, refresh } = useRead('open-stakes', (signal) =>
    request.read(option.list, { status: 'open', limit: 1 }, { signal }),
  )
  useRefreshOn(['option.orderChanged', 'option.settled'], () => void refresh())
  return value?.total ?? 0
}
