import { lever } from '#contract/lever/lever.ts'
import { formatAge } from '#src/lib/format.ts'
import { moneyForm } from '#src/parts/form/money-form.ts'
import { endOf } from '#src/parts/trade/lives.ts'
import { consentTexts } from '#src/parts/trade/use-consent.ts'
import { guardsOf, legFaults, problemsOf } from './ticket-guards.ts'
import { entryOf, fieldOf, first, sizeFirst, ticketSums, type Live } from './ticket-live.ts'
import { reviewRows } from './ticket-rows.tsx'
import type { LeverState } from './use-lever.ts'

/** The order of one market and either side: entry, leverage, lots and stops, sent with the price that was seen. */
export const leverForm = moneyForm<Live, LeverState>()({
  call: lever.submit,
  draft: ({ market }) => `lever.${market}`,
  fields: () => first,
  sums: ticketSums,
  faults: ({ sums: { known }, live: { multiples } }) => ({
    ...Object.fromEntries(
      problemsOf(known, multiples).map(({ field, reason, params }) => [fieldOf[field], { reason, params }]),
    ),
    ...legFaults(known),
  }),
  // What waits for a price is sent by a form of its own.
  seen: ({ texts }) => (entryOf(texts) === 'stop' ? null : true),
  isDirect: ({ sums: { known, price, preview }, live }) =>
    !live.confirmContracts && price !== null && live.consentsFor(known, preview.number).length === 0,
  // A price that is too old confirms nothing.
  input: ({ texts, sums: { known, price }, live: { pair, nowMs } }) => {
    const { ticket } = known
    const { take, stop, legs } = guardsOf(known)
    const ends = ticket.entry === 'limit' ? endOf(texts.till, nowMs()) : null
    return price === null
      ? null
      : {
          legal_id: pair.legal_id,
          currency_id: pair.currency_id,
          type: ticket.side,
          status: ticket.entry,
          share: Number(ticket.lots),
          multiple: Number(ticket.multiple),
          ...(ticket.entry === 'limit' ? { target_price: ticket.target } : { seen_price: price }),
          target_profit_price: take,
          stop_loss_price: stop,
          ...(legs.length > 0 && { legs }),
          ...(ends !== null && { tif: 'gtd' as const, expires_ms: ends }),
        }
  },
  review: ({ sums, live, sent, failure }) => {
    const { t, isOld, quote, lang } = live
    const { side } = sums.typed
    const moved = failure?.kind === 'refused' && failure.reason === 'price_moved' ? failure.params['price'] : null
    return {
      title: t('review'),
      // The sheet is closed nearly always, and the price moves several times a second.
      rows: live.isOpen
        ? reviewRows(sums, live, typeof moved === 'string' ? { from: sent?.seen_price ?? '', to: moved } : null)
        : [],
      ...(live.isOpen && consentTexts(live.consentsFor(sums.known, sums.preview.number), live.shown, t)),
      confirm: t(side === 'long' ? 'confirmLong' : 'confirmShort'),
      kind: side === 'long' ? 'buy' : 'sell',
      hold: isOld ? t('pricesOld', { age: formatAge(quote.ageMs ?? 0, lang) }) : null,
      // A price that has moved is shown, and may be confirmed as it then is.
      retries: ['price_moved'],
    }
  },
  after: () => sizeFirst,
})
