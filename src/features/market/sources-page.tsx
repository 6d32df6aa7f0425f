import { quoteOf, type MarketSources } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatAge } from '#src/lib/format.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { classes } from '#src/ui/classes.ts'
import { Money } from '#src/ui/money.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './sources.module.css'

/** The names of the exchanges; an unlisted one is shown by its id. */
const names: Readonly<Record<string, string>> = {
  binance: 'Binance',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  okx: 'OKX',
  bybit: 'Bybit',
  gate: 'Gate',
}

/** The price sources of each market: which are used, their prices and ages. */
export function SourcesPage() {
  const { t } = useTranslation('market')
  const { feeds } = useServices()
  const { value, freshness, ageMs } = useStream(feeds.sources$, loading)
  return (
    <Page title={t('titles.sources')}>
      <div className={styles.page}>
        <p className={styles.lead}>{t('sources.lead')}</p>
        <PriceAge freshness={freshness} ageMs={ageMs} />
        {value === null ? (
          <Skeleton lines={4} height={120} />
        ) : (
          value.map((market) => <MarketCard key={market.m} market={market} />)
        )}
      </div>
    </Page>
  )
}

function MarketCard({
  market: { symbol, price_scale, status, index, age_ms, sources },
}: {
  readonly market: MarketSources
}) {
  const { t, i18n } = useTranslation('market')
  const counting = sources.filter(({ state }) => state === 'fresh').length
  return (
    <section className={styles.card} aria-label={symbol}>
      <div className={styles.head}>
        <h2>{symbol}</h2>
        <span className={classes(styles.badge, styles[status])}>{t(`sources.status.${status}`)}</span>
      </div>
      {index !== null && age_ms !== null && (
        <p className={styles.index}>
          <span className={styles.label}>{t('sources.index')}</span>
          <strong>
            <Money kind="price" text={index} unit={quoteOf(symbol)} scale={price_scale} isBare />
          </strong>
          <span className={styles.label}>{t('ui:priceAge', { age: formatAge(age_ms, i18n.language) })}</span>
        </p>
      )}
      <p className={styles.why}>{t(`sources.why.${status}`, { used: counting, total: sources.length })}</p>
      {sources.length > 0 && <SourceTable sources={sources} scale={price_scale} unit={quoteOf(symbol)} />}
    </section>
  )
}

type TableProps = {
  readonly sources: MarketSources['sources']
  readonly scale: number
  readonly unit: string
}
function SourceTable({ sources, scale, unit }: TableProps) {
  const { t, i18n } = useTranslation('market')
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('sources.source')}</th>
          <th scope="col">{t('sources.price')}</th>
          <th scope="col">{t('sources.age')}</th>
          <th scope="col">{t('sources.state')}</th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ name, price, age_ms, state }) => (
          <tr key={name} data-state={state}>
            <th scope="row">{names[name] ?? name}</th>
            <td>
              <Money kind="price" text={price} unit={unit} scale={scale} isBare />
            </td>
            <td>{age_ms === null ? '—' : formatAge(age_ms, i18n.language)}</td>
            <td className={styles.state}>{t(`sources.states.${state}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
