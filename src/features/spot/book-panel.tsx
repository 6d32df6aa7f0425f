import { formatAmount } from '#src/lib/format.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { OrderBook } from '#src/parts/trade/order-book.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { BookColumn, LastPrice } from '#src/parts/trade/trade-layout.tsx'
import { Select } from '#src/ui/select.tsx'
import { loading, type Live } from '#streams/kit/live.ts'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupsOf, type PairRules } from './ticket-sums.ts'

type Props = { readonly pair: PairRules; readonly market: string; readonly rows: number; readonly onPick: (price: string) => void }

/** The order book with its grouping: prices grouped to the chosen step, the last price between the sides. */
export const BookPanel = memo(function BookPanel({ pair, market, rows, onPick }: Props) {
  const { t, i18n } = useTranslation('market')
  const groups = useMemo(() => groupsOf(pair), [pair])
  const [tick, setTick] = useState(groups[0] ?? '1')
  const options = useMemo(() => groups.map((value) => ({ value, label: formatAmount(value, i18n.language) })), [groups, i18n.language])
  return (
    <BookColumn>
      <Levels market={market} tick={tick} rows={rows} onPick={onPick} />
      <Select label={t('grouping')} isBare value={tick} options={options} onChange={setTick} />
    </BookColumn>
  )
})

/** A component of its own, so that only this part renders again when the book changes. */
function Levels({ market, tick, rows, onPick }: Omit<Props, 'pair'> & { readonly tick: string }) {
  const { feeds } = useServices()
  const book = useStream(feeds.orderBook$(market), loading)
  return <OrderBook book={book} tick={tick} rows={rows} onPick={onPick} middle={<Middle market={market} freshness={book.freshness} ageMs={book.freshness === 'stale' ? book.ageMs : null} />} />
}

type Age = Pick<Live<unknown>, 'freshness' | 'ageMs'>

const Middle = memo(function Middle({ market, freshness, ageMs }: Age & { readonly market: string }) {
  const { t } = useTranslation('market')
  const { feeds } = useServices()
  const pair = useStream(feeds.pair$(market), loading).value
  return (
    <LastPrice pair={pair} isStale={freshness === 'stale'}>
      {freshness === 'syncing' ? <small>{t('syncing')}</small> : <PriceAge freshness={freshness} ageMs={ageMs} />}
    </LastPrice>
  )
})
