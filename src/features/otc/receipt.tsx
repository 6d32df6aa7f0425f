import { Card, Note } from '#src/ui/box.tsx'
import { otc } from '#contract/otc/otc.ts'
import type { OtcBooked, OtcMarket, OtcOrder } from '#contract/otc/otc-order.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useTranslation } from 'react-i18next'
import { Unread } from '#src/parts/loaded.tsx'
import { Facts, type Fact } from '#src/ui/facts.tsx'
import { useOtcFormat } from './use-otc.ts'

type Line = { readonly word: OtcBooked['word']; readonly units: bigint }

/** What an ended order booked for its reader. */
export function receiptOf({ status, my_role, fee_payer, number, fee, split }: OtcOrder): Line[] {
  const isMyFee = fee_payer === my_role
  const charged: Line[] = isMyFee && parseDec(fee) > 0n ? [{ word: 'fee', units: -parseDec(fee) }] : []
  if (status !== 'confirmed')
    return my_role === 'seller' ? [{ word: 'back', units: parseDec(number) + (isMyFee ? parseDec(fee) : 0n) }] : []
  const given = split === null ? parseDec(number) : parseDec(split.to_buyer)
  if (my_role === 'buyer') return [{ word: 'received', units: given }, ...charged]
  const kept = parseDec(number) - given
  return [
    { word: 'released', units: -given },
    ...charged,
    ...(kept > 0n ? [{ word: 'back', units: kept } as const] : []),
  ]
}

const unitsOf = ({ word, value }: OtcBooked): Line => ({ word, units: parseDec(value) })

/**
 * The lines of the ledger for an ended order, with their signs; worked out from the order where the journal is not at
 * hand any more.
 */
export function Receipt({ order, market }: { readonly order: OtcOrder; readonly market: OtcMarket | null }) {
  const { t } = useTranslation('otc')
  const { request } = useServices()
  const { gain } = useOtcFormat(market)
  const read = useRead(`otc-receipt:${order.id}`, (signal) => request.read(otc.receipt, { id: order.id }, { signal }))
  const signed = (units: bigint) => gain(formatDec(units), order.currency_name)
  const booked = read.value?.lines ?? null
  const lines = booked?.map(unitsOf) ?? receiptOf(order)
  const entries = [...new Set(booked?.map(({ entry_no }) => entry_no))]
  // Coins of an ad that is still there go back to it: nothing moves on the account.
  const isInAd =
    booked !== null && order.status === 'cancelled' && order.my_role === 'seller' && order.fee_payer === 'seller'
  return (
    <Card as="section" gap={2} pad={4} aria-label={t('receipt.title')}>
      <h3>{t('receipt.title')}</h3>
      {read.value === null ? (
        <Unread read={read} lines={2} height={24} />
      ) : lines.length === 0 ? (
        <Note>{t(isInAd ? 'receipt.inAd' : 'receipt.none')}</Note>
      ) : (
        <Facts
          kind="tall"
          facts={lines.map(
            ({ word, units }): Fact => ({
              name: t(`receipt.${word}`),
              value: signed(units),
              isStrong: word !== 'fee',
            }),
          )}
        />
      )}
      {entries.length > 0 && <Note>{t('receipt.entry', { no: entries.join(', ') })}</Note>}
    </Card>
  )
}
