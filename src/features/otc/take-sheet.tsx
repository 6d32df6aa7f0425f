import { otc } from '#contract/otc/otc.ts'
import type { Ad, OtcMarket, OtcMeans } from '#contract/otc/otc-order.ts'
import { otcSums } from '#contract/otc/otc-sums.ts'
import { formatDec } from '#contract/wire/money.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { go } from '#src/lib/hash-location.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Balance } from '#src/parts/balance.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { fundPasswordFault } from '#src/parts/form/checks.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useGate } from '#src/parts/form/use-gate.ts'
import { toast } from '#src/stores/toasts.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Select } from '#src/ui/select.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '#src/ui/facts.tsx'
import { MerchantLine } from './merchant-line.tsx'
import styles from './otc.module.css'
import { meansIn, mostOf, scalesOf, takeFault, takeSums } from './take-sums.ts'
import { useFreshAd } from './use-fresh-ad.ts'
import { useOtcFormat } from './use-otc.ts'

type Props = {
  readonly id: string
  /** The ad as it was tapped; null after a detour or a reload. */
  readonly tapped: Ad | null
  readonly market: OtcMarket
  /** The amount by which the list is filtered. */
  readonly amount: string
  readonly onClose: () => void
  readonly onGone: () => void
}
const stale: readonly string[] = ['ad_gone', 'ad_short', 'price_moved', 'not_found']
const fieldOf = {
  pay_password_required: 'pin',
  pay_password_malformed: 'pin',
  pay_password_wrong: 'pin',
  pay_password_locked: 'pin',
} as const

/** Taking an ad. One that cannot be read again is not opened again. */
export function TakeSheet({ id, tapped, ...rest }: Props) {
  const { ad, ageS, isGone } = useFreshAd(id, tapped)
  useOnValue((isGone && ad === null) || null, () => {
    toast('refusals:ad_gone', {}, 'error')
    rest.onClose()
  })
  return ad === null ? null : <Take ad={ad} ageS={ageS} {...rest} />
}

type TakeProps = Omit<Props, 'id' | 'tapped'> & { readonly ad: Ad; readonly ageS: number | null }

/** Money and quantity bound together, at the price that was shown. */
function Take({ ad, ageS, market, amount, onClose, onGone }: TakeProps) {
  const { t } = useTranslation(['otc', 'ui', 'session'])
  const faultText = useFaultText()
  const id = useId()
  const { fiat, coin, price } = useOtcFormat(market)
  const [first] = useState(ad)
  const isBuying = ad.side === 'sell'
  const scales = scalesOf(ad, market)
  // Kept while something that is missing is put in place, and over a reload.
  const form = useForm({
    draft: `otc-take.${ad.id}.${amount}`,
    first: { means: 'money', typed: amount, way: ad.ways[0] ?? 'bank', pin: '' },
    secrets: ['pin'],
    check: ({ means: which, typed: text, pin }) => ({
      typed: takeFault(ad, takeSums(which, text, ad, scales), scales),
      pin: isBuying ? null : fundPasswordFault(pin),
    }),
    fieldOf: () => fieldOf,
  })
  const { texts } = form
  const means = meansIn(texts.means)
  const way = ad.ways.find((each) => each === texts.way) ?? ad.ways[0] ?? 'bank'
  const sums = takeSums(texts.means, texts.typed, ad, scales)
  const most = mostOf(ad, scales)
  const least = otcSums('money', ad.min_amount, ad.price, scales).number
  const needed = formatDec(sums !== null && sums.number > least ? sums.number : least)
  const gate = useGate({
    stops: 'trade',
    kyc: 'otc_take',
    usesPin: !isBuying,
    payee: isBuying ? null : { of: 'each', ways: [way] },
    funds: isBuying ? null : { currency: ad.currency_id, name: ad.currency_name, amount: needed },
  })
  const take = useSubmit(otc.take, {
    onDone: (order) => {
      form.drop()
      onClose()
      go(order === null ? otcPaths.otcOrders : `${otcPaths.otcOrder}?id=${order.id}`, { replace: true })
    },
  })
  const failure = take.isBusy ? null : take.failure
  useOnValue(failure, (refusal) => {
    if (refusal.kind === 'refused' && refusal.reason.startsWith('pay_password')) form.set('pin', '')
    if (!gate.heard(refusal)) form.refuse(refusal)
  })
  const found = takeFault(ad, sums, scales)
  const fault = found === null || (sums === null && form.faultOf('typed') === null) ? null : found
  const shown = (which: OtcMeans) =>
    which === means ? texts.typed : sums === null ? '' : formatDec(which === 'money' ? sums.total : sums.number)
  const type = (which: OtcMeans) => (text: string) => {
    form.set('means', which)
    form.set('typed', text)
  }
  const send = form.submit(({ typed, pin }) =>
    take.send({ id: ad.id, means, value: typed, way, price: ad.price, ...(isBuying ? {} : { pay_password: pin }) }),
  )
  const isGone = failure?.kind === 'refused' && stale.includes(failure.reason)
  return (
    <Sheet
      title={t(isBuying ? 'take.buy' : 'take.sell', { coin: ad.currency_name })}
      isOpen
      isTall
      isHeld={take.isBusy}
      onClose={onClose}
      footer={
        <div className={styles.form}>
          <FormFailure failure={take.isBusy ? take.failure : form.failure} />
          {!isBuying && gate.gaps.length === 0 && (
            <FundPassword
              form={id}
              value={texts.pin}
              onChange={(pin) => form.set('pin', pin)}
              error={faultText(form.faultOf('pin'))}
            />
          )}
          {isGone ? (
            <Button
              isWide
              size="l"
              kind="quiet"
              onClick={() => {
                onClose()
                onGone()
              }}
            >
              {t('take.refresh')}
            </Button>
          ) : (
            <Button type="submit" form={id} isWide size="l" kind={isBuying ? 'buy' : 'sell'} isBusy={take.isBusy}>
              {t(isBuying ? 'take.doBuy' : 'take.doSell', {
                amount: sums === null ? '' : coin(formatDec(sums.number), ad.currency_name),
              })}
            </Button>
          )}
        </div>
      }
    >
      <form id={id} ref={form.form} className={styles.form} noValidate onSubmit={gate.first(send)}>
        <GateCard gate={gate} />
        <MerchantLine merchant={ad.merchant} />
        <Facts
          kind="tall"
          facts={[
            { name: t('unitPrice'), value: price(ad.price, ad.fiat), isStrong: true },
            ...(ageS === null ? [] : [{ name: t('take.checked'), value: t('take.ago', { count: ageS }) }]),
            { name: t('limits'), value: `${fiat(ad.min_amount, ad.fiat)} – ${fiat(ad.max_amount, ad.fiat)}` },
            { name: t('payTime'), value: t('minutes', { count: ad.pay_minutes }) },
          ]}
        />
        {ad.price !== first.price && (
          <Banner icon="info">
            {t('take.moved', { before: price(first.price, ad.fiat), now: price(ad.price, ad.fiat) })}
          </Banner>
        )}
        <AmountField
          label={t(isBuying ? 'take.pay' : 'take.getMoney')}
          value={shown('money')}
          onChange={type('money')}
          scale={scales.fiatScale}
          unit={ad.fiat}
          error={
            fault === null
              ? null
              : t(fault, {
                  min: fiat(ad.min_amount, ad.fiat),
                  max: fiat(formatDec(most), ad.fiat),
                  surplus: coin(ad.surplus_number, ad.currency_name),
                })
          }
          onMax={() => type('money')(formatDec(most))}
        />
        <AmountField
          label={t(isBuying ? 'take.getCoins' : 'take.give')}
          value={shown('number')}
          onChange={type('number')}
          scale={scales.coinScale}
          unit={ad.currency_name}
          {...(!isBuying &&
            gate.free !== null && {
              aside: <Balance>{`${t('ui:gate.funding')} ${coin(gate.free, ad.currency_name)}`}</Balance>,
            })}
        />
        <Select
          label={t('way')}
          value={way}
          options={ad.ways.map((each) => ({ value: each, label: t(`ways.${each}`) }))}
          onChange={(text) => form.set('way', text)}
        />
        {ad.remark !== '' && (
          <p className={styles.remark}>
            <b>{t('remark')}</b> {ad.remark}
          </p>
        )}
        <p className={styles.note}>{t(isBuying ? 'take.noteBuy' : 'take.noteSell')}</p>
      </form>
    </Sheet>
  )
}
