import { marketOf } from '#contract/market/market.ts'
import { spot, type SpotOrder } from '#contract/spot/spot.ts'
import { compareDec, formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import type { TermsPair } from '#src/parts/lever/account.ts'
import { wordsOf } from '#src/parts/trade/order-words.ts'
import type { Fact } from '#src/ui/facts.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useLastingReview, type LastingReview } from '#src/parts/trade/use-lasting-review.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import { restOf } from './own-lines.ts'

type Props = LastingReview & {
  /** The order as it was when its line was let go. */
  readonly order: SpotOrder
  readonly pair: TermsPair
  /** The new price. */
  readonly price: string
}

/**
 * Asks before an order is moved: the old and the new price, and what follows. It stays until the outcome is known, also
 * when its sheet is closed.
 */
export function OrderReview({ order: before, pair, price, ...told }: Props) {
  const { t } = useTranslation(['spot', 'trades'])
  const shown = useNumbers()
  const priceText = usePairPrice()
  const { feeds } = useServices()
  const { state, failure, value, send } = useSubmit(spot.amend)
  const open = useStream(feeds.spotOrders$, loading).value
  const found = open?.find(({ id }) => id === before.id)
  const best = useTaken(before, price)
  const lasting = useLastingReview(state, told)
  const isGone = open !== null && found === undefined
  const taken = best === null ? null : t('refusals:would_take', { best: shown.price(best, pair.price_scale) })
  const isHeld = before.kind === 'post_only' && taken !== null
  const words = value === null ? null : wordsOf(value, shown, priceText)
  return (
    <ReviewSheet
      {...lasting}
      title={[
        t(before.type === 'buy' ? 'buyCoin' : 'sellCoin', { coin: before.symbol.split('/')[0] }),
        t(before.kind === 'post_only' ? 'kinds.post_only' : 'kinds.limit'),
      ].join(' · ')}
      rows={useRows(before, found ?? before, pair, price)}
      confirm={t('trades:lines.confirmOrder')}
      hold={state !== 'editing' ? null : isGone ? t('trades:lines.orderGone') : isHeld ? taken : null}
      note={
        <>
          <p>{t('trades:lines.toEnd')}</p>
          {taken !== null && !isHeld && <p role="alert">{taken}</p>}
        </>
      }
      state={state}
      failure={failure}
      onConfirm={() => send({ id: before.id, expect: 'waiting', target_price: price })}
      doneTitle={value?.status === 'cancelled' ? t('status.cancelled') : t('trades:lines.orderDone')}
      done={words !== null && <p>{t(`verdict.${words.key}`, words.params)}</p>}
    />
  )
}

/** The best price of the other side, where the order would trade at once; null where it would rest. */
function useTaken({ type, symbol }: SpotOrder, price: string): string | null {
  const { feeds } = useServices()
  const best = usePart(
    feeds.orderBook$(marketOf(symbol)),
    loading,
    ({ value }) => value?.[type === 'buy' ? 'asks' : 'bids'][0]?.[0] ?? null,
  )
  if (best === null) return null
  const beyond = compareDec(price, best)
  return (type === 'buy' ? beyond >= 0 : beyond <= 0) ? best : null
}

function useRows(before: SpotOrder, order: SpotOrder, { price_scale }: TermsPair, price: string): readonly Fact[] {
  const { t } = useTranslation(['spot', 'trades'])
  const shown = useNumbers()
  const [base = '', quote = ''] = order.symbol.split('/')
  const left = restOf(order)
  const totalAt = (at: string) =>
    shown.sum(formatDec(mulDec(parseDec(at), parseDec(left))), quote, order.type === 'buy' ? 'cost' : 'have', 'fine')
  const old = before.target_price
  return [
    {
      name: t('price', { coin: quote }),
      value: <span data-unit={quote}>{`${shown.price(old, price_scale)} → ${shown.price(price, price_scale)}`}</span>,
      isStrong: true,
    },
    { name: t('trades:lines.left'), value: shown.money(left, base), isStrong: true },
    { name: t('orderTotal'), value: `${totalAt(old)} → ${totalAt(price)} ${quote}` },
  ]
}
