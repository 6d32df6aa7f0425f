import type { OtcMarket, OtcOrder } from '#contract/otc.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useTranslation } from 'react-i18next'
import { Facts, type Fact } from './facts.tsx'
import styles from './otc.module.css'
import { useOtcFormat } from './use-otc.ts'

type Line = { readonly word: 'received' | 'released' | 'back' | 'fee'; readonly units: bigint }

/** What an ended order booked for its reader. */
export function receiptOf({ status, my_role, fee_payer, number, fee, split }: OtcOrder): Line[] {
  const isMyFee = fee_payer === my_role
  const charged: Line[] = isMyFee && parseDec(fee) > 0n ? [{ word: 'fee', units: -parseDec(fee) }] : []
  if (status !== 'confirmed') return my_role === 'seller' ? [{ word: 'back', units: parseDec(number) + (isMyFee ? parseDec(fee) : 0n) }] : []
  const given = split === null ? parseDec(number) : parseDec(split.to_buyer)
  if (my_role === 'buyer') return [{ word: 'received', units: given }, ...charged]
  const kept = parseDec(number) - given
  return [{ word: 'released', units: -given }, ...charged, ...(kept > 0n ? [{ word: 'back', units: kept } as const] : [])]
}

/** The lines of the booking of an ended order, with their signs. */
export function Receipt({ order, market }: { readonly order: OtcOrder; readonly market: OtcMarket | null }) {
  const { t } = useTranslation('otc')
  const { coin } = useOtcFormat(market)
  const signed = (units: bigint) => `${units < 0n ? '−' : '+'}${coin(formatDec(units < 0n ? -units : units), order.currency_name)}`
  const lines = receiptOf(order)
  return (
    <section className={styles.box} aria-label={t('receipt.title')}>
      <h3>{t('receipt.title')}</h3>
      {lines.length === 0 ? (
        <p className={styles.note}>{t('receipt.none')}</p>
      ) : (
        <Facts facts={lines.map(({ word, units }): Fact => ({ label: t(`receipt.${word}`), value: signed(units), isStrong: word !== 'fee' }))} />
      )}
    </section>
  )
}
