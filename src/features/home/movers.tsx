import { Row } from '#src/ui/box.tsx'
import { marketOf, type MarketSpark, type Pair } from '#contract/market/market.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Link } from '#src/parts/link.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { Spark } from '#src/ui/spark.tsx'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './movers.module.css'
import { ranked } from './ranking.ts'

const mostShown = 3
type Props = {
  readonly pairs: readonly Pair[]
  readonly sparks: ReadonlyMap<string, MarketSpark> | null
  readonly isStale: boolean
}

/** The pairs that moved most in 24 hours, up or down, each a way to its chart. */
export function Movers({ pairs, sparks, isStale }: Props) {
  const { t } = useTranslation('home')
  const shown = useNumbers()
  const id = useId()
  const most = useMemo(() => ranked(pairs, 'movers').slice(0, mostShown), [pairs])
  return (
    <section className={styles.movers} aria-labelledby={id}>
      <h2 id={id}>
        {t('movers')} <small>{t('change')}</small>
      </h2>
      <ul>
        {most.map(({ id: key, symbol, currency_name, logo, change, stale }) => {
          const isOld = isStale || stale
          const spark = sparks?.get(marketOf(symbol))
          return (
            <li key={key}>
              <Link
                to={marketPaths.klineOf(marketOf(symbol))}
                lay="stack"
                gap={2}
                pad={3}
                weight="bold"
                isCard
                aria-label={`${symbol} ${shown.change(change)}`}
              >
                <Row as="span" gap={2} shrinks>
                  <CoinIcon name={currency_name} logo={logo} size={20} />
                  <b>{currency_name}</b>
                </Row>
                <span className={styles.spark}>
                  {spark !== undefined && <Spark values={spark.closes} trend={trendOf(change)} isStale={isOld} />}
                </span>
                <NumberCell text={shown.change(change)} trend={isOld ? 'flat' : trendOf(change)} isStale={isOld} />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
