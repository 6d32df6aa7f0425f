import { Box } from '#src/ui/box.tsx'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { Balance } from '#src/parts/balance.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account-strip.module.css'
import type { LeverState } from './use-lever.ts'
import { useServices } from '#src/actors/services.tsx'
import type { RiskRose } from '#streams/own-feeds.ts'

const missing = '—'

/** The lever account of one quote coin: equity, free balance, unrealized profit, margin ratio. */
export const AccountStrip = memo(function AccountStrip({
  state,
  onCalculate,
}: {
  readonly state: LeverState
  readonly onCalculate: () => void
}) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const { view, pair, marks, rates } = state
  const isStale = marks.freshness === 'stale'
  const money = (text: string | undefined) => (text === undefined ? missing : shown.sum(text, pair.legal_name))
  const profit = view?.profit ?? '0'
  const rate = view?.rate ?? null
  return (
    <section className={styles.strip} aria-label={t('account')}>
      <Box as="dl" lay="row" grows gap="hair" sideGap={3} wraps justify="between" className={styles.cells}>
        <div>
          <dt>{t('equity', { coin: pair.legal_name })}</dt>
          <dd data-unit={pair.legal_name}>{money(view?.equity)}</dd>
        </div>
        <div className={styles.free}>
          <dt>{t('available')}</dt>
          <dd data-unit={pair.legal_name}>
            <Balance>{money(view?.free)}</Balance>
          </dd>
        </div>
        <div>
          <dt>{t('runningProfit')}</dt>
          <dd>
            <NumberCell
              text={view === null ? missing : shown.sum(profit, pair.legal_name, 'gain')}
              unit={pair.legal_name}
              value={profit}
              trend={trendOf(profit)}
              isStale={isStale}
            />
          </dd>
        </div>
        <div>
          <dt title={t('rateLead', { burst: shown.exact(formatDec(rates.burst)) })}>
            {t('rateAt', { burst: shown.exact(formatDec(rates.burst)) })}
          </dt>
          <Box as="dd" tone={riskOf(view?.tenth ?? null)}>
            {rate === null ? missing : `${shown.places(rate, 2)}%`}
          </Box>
        </div>
      </Box>
      <Box lay="row" className={styles.ways}>
        <IconButton icon="sort" label={t('calculator')} onClick={onCalculate} />
      </Box>
    </section>
  )
})

const riskOf = (tenth: number | null) => (tenth === null ? undefined : tenth >= 5 ? 'danger' : 'warning')

/** The warning before liquidation, shown while the server or the current marks report the risk. */
export const RiskBanner = memo(function RiskBanner({ state }: { readonly state: LeverState }) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const risk = useRisk(state)
  if (risk === null) return null
  return (
    <Banner
      kind={risk.tenth >= 5 ? 'danger' : 'warning'}
      icon="warning"
      action={
        <Button kind="text" size="s" onClick={() => go(assetsPaths.transfer)}>
          {t('transferIn')}
        </Button>
      }
    >
      {t('riskText', { rate: `${shown.places(risk.rate, 2)}%`, burst: shown.percent(risk.burst) })}
    </Banner>
  )
})

/** The liquidation risk: the margin ratio and the liquidation threshold, in percent. */
type Risk = { readonly rate: string; readonly burst: string; readonly tenth: number }

const tenthOf = ({ hazard_rate, warn, burst }: RiskRose) => {
  const [rate, from, to] = [parseDec(hazard_rate), parseDec(warn), parseDec(burst)]
  return from <= to || rate <= to ? 10 : Math.max(0, Number(((from - rate) * 10n) / (from - to)))
}

/** The current warning: calculated from fresh marks, otherwise the last one from the server. */
function useRisk({ view, rates, marks, pair }: LeverState): Risk | null {
  const { feeds } = useServices()
  const [told, setTold] = useState<RiskRose | null>(null)
  useEffect(() => {
    const subscription = feeds.leverRisk$.subscribe(setTold)
    return () => subscription.unsubscribe()
  }, [feeds])
  const isFresh = view !== null && (view.rate === null || marks.freshness === 'live')
  useEffect(() => {
    if (isFresh && view.tenth === null) setTold(null)
  }, [isFresh, view])
  if (isFresh)
    return view.tenth === null || view.rate === null
      ? null
      : { rate: view.rate, burst: formatDec(rates.burst), tenth: view.tenth }
  return told === null || told.legal_id !== pair.legal_id
    ? null
    : { rate: told.hazard_rate, burst: told.burst, tenth: tenthOf(told) }
}
