import { Badge } from '#src/ui/badge.tsx'
import { Card, Note, Row, Stack } from '#src/ui/box.tsx'
import { quoteOf, type MarketSources } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatAge } from '#src/lib/format.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
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

const tones = {
  live: 'accent',
  simulated: 'quiet',
  few: 'warning',
  apart: 'warning',
  held: 'warning',
  unset: 'warning',
} as const

/** The price sources of each market: which are used, their prices and ages. */
export function SourcesPage() {
  const { t } = useTranslation('market')
  const { feeds } = useServices()
  const { value, freshness, ageMs } = useStream(feeds.sources$, loading)
  return (
    <Page title={t('titles.sources')}>
      <Stack gap={4} endPad={8}>
        <Note isLoose>{t('sources.lead')}</Note>
        <PriceAge freshness={freshness} ageMs={ageMs} />
        {value === null ? (
          <Skeleton lines={4} height={120} />
        ) : (
          value.map((market) => <MarketCard key={market.m} market={market} />)
        )}
      </Stack>
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
    <Card as="section" gap={2} pad={4} aria-label={symbol}>
      <Row gap={2} justify="between" wraps>
        <h2>{symbol}</h2>
        <Badge tone={tones[status]}>{t(`sources.status.${status}`)}</Badge>
      </Row>
      {index !== null && age_ms !== null && (
        <Row as="p" gap={2} align="baseline" wraps>
          <small>{t('sources.index')}</small>
          <strong>
            <Money kind="price" text={index} unit={quoteOf(symbol)} scale={price_scale} isBare />
          </strong>
          <small>{t('ui:priceAge', { age: formatAge(age_ms, i18n.language) })}</small>
        </Row>
      )}
      <Note isLoose>{t(`sources.why.${status}`, { used: counting, total: sources.length })}</Note>
      {sources.length > 0 && <SourceTable sources={sources} scale={price_scale} unit={quoteOf(symbol)} />}
    </Card>
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
