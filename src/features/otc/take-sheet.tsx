import { otc, type Ad, type OtcMarket, type OtcMeans } from '#contract/otc.ts'
import { otcSums, otcWorth } from '#contract/otc-sums.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { unitsOf } from '#src/lib/amount.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useUser } from '#src/actors/use-session.ts'
import { useDraft } from '#src/lib/draft.ts'
import { go } from '#src/lib/hash-location.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { KycPrompt, useKycGate } from '#src/parts/form/kyc-prompt.tsx'
import { PayeePrompt, usePayeeGate } from '#src/parts/form/payee-prompt.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Select } from '#src/ui/select.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from './facts.tsx'
import { MerchantLine } from './merchant-line.tsx'
import styles from './otc.module.css'
import { useFreshAd } from './use-fresh-ad.ts'
import { useOtcFormat } from './use-otc.ts'

type Props = { readonly ad: Ad; readonly market: OtcMarket; readonly onClose: () => void; readonly onGone: () => void }
const stale: readonly string[] = ['ad_gone', 'ad_short', 'price_moved', 'not_found']

/** Taking an ad: money and quantity bound together, at the price that was shown. */
export function TakeSheet({ ad: first, market, onClose, onGone }: Props) {
  const { t } = useTranslation('otc')
  const { fiat, coin, price } = useOtcFormat(market)
  const { ad, ageS } = useFreshAd(first)
  // Kept while a verification or a receiving method is added, and over a reload.
  const draft = useDraft(`otc-take.${first.id}`, { means: 'money', typed: '', way: ad.ways[0] ?? 'bank' })
  const { typed } = draft.texts
  const means: OtcMeans = draft.texts.means === 'number' ? 'number' : 'money'
  const way = ad.ways.find((each) => each === draft.texts.way) ?? ad.ways[0] ?? 'bank'
  const user = useUser()
  const [pin, setPin] = useState('')
  const isBuying = ad.side === 'sell'
  const scales = {
    coinScale: market.coins.find(({ currency_id }) => currency_id === ad.currency_id)?.decimal_scale ?? 8,
    fiatScale: market.fiats.find(({ code }) => code === ad.fiat)?.scale ?? 2,
  }
  const kyc = useKycGate('otc_take')
  const payee = usePayeeGate()
  const take = useSubmit(otc.take, {
    onDone: (order) => {
      draft.drop()
      go(order === null ? otcPaths.otcOrders : `${otcPaths.otcOrder}?id=${order.id}`, { replace: true })
    },
  })
  useOnValue(take.isBusy ? null : take.failure, (failure) => {
    kyc.heard(failure)
    payee.heard(failure)
    if (failure.kind === 'refused' && failure.reason.startsWith('pay_password')) setPin('')
  })
  const sums = unitsOf(typed) === null ? null : otcSums(means, typed, ad.price, scales)
  const rest = otcWorth(parseDec(ad.surplus_number), ad.price, scales.fiatScale)
  const most = rest < parseDec(ad.max_amount) ? rest : parseDec(ad.max_amount)
  const fault =
    sums === null
      ? null
      : sums.total < parseDec(ad.min_amount)
        ? t('refusals:amount_below_min', { min: fiat(ad.min_amount, ad.fiat) })
        : sums.number > parseDec(ad.surplus_number)
          ? t('refusals:ad_short', { surplus: coin(ad.surplus_number, ad.currency_name) })
          : sums.total > most
            ? t('refusals:amount_above_max', { max: fiat(formatDec(most), ad.fiat) })
            : null
  const shown = (which: OtcMeans) =>
    which === means ? typed : sums === null ? '' : formatDec(which === 'money' ? sums.total : sums.number)
  const type = (which: OtcMeans) => (text: string) => draft.change({ means: which, typed: text })
  const isReady = sums !== null && sums.number > 0n && fault === null && (isBuying || pin.length === 6)
  const submit = () =>
    kyc.pass(() =>
      take.send({ id: ad.id, means, value: typed, way, price: ad.price, ...(isBuying ? {} : { pay_password: pin }) }),
    )
  const failure = take.isBusy ? null : take.failure
  const isGone = failure?.kind === 'refused' && stale.includes(failure.reason)
  return (
    <Sheet
      title={t(isBuying ? 'take.buy' : 'take.sell', { coin: ad.currency_name })}
      isOpen
      isTall
      isHeld={take.isBusy}
      onClose={onClose}
      footer={
        <>
          <FormFailure failure={failure} />
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
            <Button
              isWide
              size="l"
              kind={isBuying ? 'buy' : 'sell'}
              disabled={!isReady}
              isBusy={take.isBusy}
              onClick={submit}
            >
              {t(isBuying ? 'take.doBuy' : 'take.doSell', {
                amount: sums === null ? '' : coin(formatDec(sums.number), ad.currency_name),
              })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        <LockBanner stops="trade" usesPin={!isBuying} />
        {!isBuying && user?.has_password !== 'set' && (
          <Banner
            kind="warning"
            icon="lock"
            action={
              <Button size="s" kind="quiet" onClick={() => go(accountPaths.changePayPassword)}>
                {t('take.setPin')}
              </Button>
            }
          >
            {t('refusals:pay_password_unset')}
          </Banner>
        )}
        <MerchantLine merchant={ad.merchant} />
        <Facts
          facts={[
            { label: t('unitPrice'), value: price(ad.price, ad.fiat), isStrong: true },
            ...(ageS === null ? [] : [{ label: t('take.checked'), value: t('take.ago', { count: ageS }) }]),
            { label: t('limits'), value: `${fiat(ad.min_amount, ad.fiat)} – ${fiat(ad.max_amount, ad.fiat)}` },
            { label: t('payTime'), value: t('minutes', { count: ad.pay_minutes }) },
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
          error={fault}
          onMax={() => type('money')(formatDec(most))}
        />
        <AmountField
          label={t(isBuying ? 'take.getCoins' : 'take.give')}
          value={shown('number')}
          onChange={type('number')}
          scale={scales.coinScale}
          unit={ad.currency_name}
        />
        <Select
          label={t('way')}
          value={way}
          options={ad.ways.map((each) => ({ value: each, label: t(`ways.${each}`) }))}
          onChange={(text) => draft.change({ way: text })}
        />
        {!isBuying && user?.has_password === 'set' && <FundPassword value={pin} onChange={setPin} />}
        {ad.remark !== '' && (
          <p className={styles.remark}>
            <b>{t('remark')}</b> {ad.remark}
          </p>
        )}
        <p className={styles.note}>{t(isBuying ? 'take.noteBuy' : 'take.noteSell')}</p>
      </div>
      <KycPrompt {...kyc.prompt} />
      <PayeePrompt {...payee.prompt} />
    </Sheet>
  )
}
