import { symbolOf } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatChange } from '#src/lib/format.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './market-head.module.css'
import { DayStrip } from './day-strip.tsx'
import { LivePrice } from './live-price.tsx'
import { PriceAge } from './price-age.tsx'

type HeadProps = { readonly market: string; readonly onPick: () => void; readonly isDesk?: boolean }

/** The title line of a trading page: market, price and its age; a tap opens the pair picker. */
export function MarketHead({ market, onPick, isDesk = false }: HeadProps) {
  const { t } = useTranslation('market')
  return (
    <Row gap={3} shrinks className={styles.head}>
      <Press
        lay="inline"
        gap={1}
        align="center"
        isTouch
        shrinks
        onClick={onPick}
        aria-label={`${symbolOf(market)}, ${t('pick')}`}
      >
        <Box as="span" size={4} weight="bold" nowrap>
          {symbolOf(market)}
        </Box>
        <Icon name="chevron-down" size={16} />
      </Press>
      <Ticker market={market} />
      {isDesk && <DayStrip market={market} />}
    </Row>
  )
}

function Ticker({ market }: { readonly market: string }) {
  const { feeds } = useServices()
  const lang = useTranslation().i18n.language
  const { change, freshness, ageMs } = usePart(feeds.pair$(market), loading, ({ value, freshness, ageMs }) => ({
    change: value?.change ?? null,
    freshness,
    ageMs: freshness === 'stale' ? ageMs : null,
  }))
  const isStale = freshness === 'stale'
  if (change === null) return null
  return (
    <Stack as="span" items="start" size={3} weight="bold" shrinks className={styles.ticker}>
      <LivePrice market={market} isStale={isStale} />
      <Row as="span" gap={2} size={1} weight="plain" nowrap className={styles.change}>
        <NumberCell text={formatChange(change, lang)} trend={isStale ? 'flat' : trendOf(change)} />
        <PriceAge freshness={freshness} ageMs={ageMs} />
      </Row>
    </Stack>
  )
}
