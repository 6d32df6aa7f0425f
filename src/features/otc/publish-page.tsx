import { otc } from '#contract/otc/otc.ts'
import type { Ad, OtcMarket, OtcSide } from '#contract/otc/otc-order.ts'
import { payWays, type PayWay } from '#contract/wallet/bank.ts'
import { otcEscrow } from '#contract/otc/otc-sums.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec } from '#contract/wire/money.ts'
import { unitsOf } from '#src/lib/amount.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { go, goBack, useQuery } from '#src/lib/hash-location.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useGate } from '#src/parts/form/use-gate.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  checkTerms,
  fieldOfRefusal,
  firstTerms,
  hoursOf,
  marginOf,
  priceOf,
  termsOf,
  type Terms,
} from './publish-terms.ts'
import { Preview, TermFields } from './publish-fields.tsx'
import styles from './otc.module.css'
import { useCentre, useOtcFiat, useOtcMarket, useOwnMerchant } from './use-otc.ts'

const waysIn = (text: string): PayWay[] => payWays.filter((way) => text.split(',').includes(way))

function WithMarket({
  title,
  children,
}: {
  readonly title: string
  readonly children: (market: OtcMarket) => ReactNode
}) {
  const market = useOtcMarket()
  return (
    <Page title={title}>
      {market.value !== null ? (
        children(market.value)
      ) : market.failure !== null ? (
        <ReadFailed failure={market.failure} onRetry={() => void market.refresh()} />
      ) : (
        <Skeleton lines={8} height={64} />
      )}
    </Page>
  )
}

/** A new ad: side, coin, currency, terms, and what it will hold. */
export function PublishPage() {
  const { t } = useTranslation('otc')
  const { from } = useQuery()
  return (
    <WithMarket title={t('publish')}>
      {(market) => (from === undefined ? <NewForm market={market} /> : <CopyForm market={market} from={from} />)}
    </WithMarket>
  )
}
/** Begins in the currency of the centre; each currency has a draft of its own. */
function NewForm({ market }: { readonly market: OtcMarket }) {
  const fiat = useOtcFiat(market, useCentre().texts.fiat)?.code ?? ''
  return <PublishForm market={market} draft={`otc-publish.${fiat}`} first={firstTerms(market, fiat)} />
}
/** A new ad with the terms of an earlier one. */
function CopyForm({ market, from }: { readonly market: OtcMarket; readonly from: string }) {
  const { request } = useServices()
  const read = useRead<Ad>(`otc-copy:${from}`, () => request.read(otc.ad, { id: from }))
  if (read.value !== null) return <PublishForm market={market} draft={`otc-copy-${from}`} first={termsOf(read.value)} />
  return read.failure !== null ? (
    <ReadFailed failure={read.failure} onRetry={() => void read.refresh()} />
  ) : (
    <Skeleton lines={8} height={64} />
  )
}
/** The terms of an ad, changed; orders that are open keep theirs. */
export function EditPage({ ad }: { readonly ad: Ad }) {
  const { t } = useTranslation('otc')
  return <WithMarket title={t('adAct.edit')}>{(market) => <EditForm market={market} ad={ad} />}</WithMarket>
}

/** A seller is paid by each of the ways. */
const payeeOf = ({ side, ways }: Pick<Terms, 'side' | 'ways'>) =>
  side === 'sell' ? { of: 'each' as const, ways: waysIn(ways) } : null

/**
 * What an ad needs before its form: the level, the deposit, and of a seller the way to be paid, the pin and the coins.
 */
function usePublishGate(texts: Terms, market: OtcMarket) {
  const merchant = useOwnMerchant().value
  const isSale = texts.side === 'sell'
  const coin = market.coins.find(({ currency_name }) => currency_name === texts.coin)
  const total = unitsOf(texts.total)
  const { amount, currency_id: currency } = market.bail
  return useGate({
    stops: 'trade',
    kyc: 'otc_publish',
    usesPin: isSale,
    payee: payeeOf(texts),
    bail: merchant === null || merchant.bail_status === 'held' ? null : { currency, name: baseCoin.name, amount },
    funds:
      isSale && coin !== undefined && total !== null
        ? {
            currency: coin.currency_id,
            name: coin.currency_name,
            amount: formatDec(otcEscrow(total, market.fee_rate, coin.decimal_scale)),
          }
        : null,
  })
}

type PublishProps = { readonly market: OtcMarket; readonly draft: string; readonly first: Terms }
function PublishForm({ market, draft, first }: PublishProps) {
  const { t } = useTranslation(['otc', 'refusals'])
  const faultText = useFaultText()
  const form = useForm<Terms>({
    draft,
    first,
    secrets: ['pin'],
    check: (texts) => checkTerms(texts, market, null),
    fieldOf: () => fieldOfRefusal,
  })
  const { texts } = form
  const side: OtcSide = texts.side === 'buy' ? 'buy' : 'sell'
  const coin = market.coins.find(({ currency_name }) => currency_name === texts.coin) ?? market.coins[0]
  const gate = usePublishGate(texts, market)
  const publish = useSubmit(otc.publish, {
    onDone: (ad) => {
      form.drop()
      go(ad === null ? otcPaths.otcAdverts : `${otcPaths.otcAdvert}?id=${ad.id}`, { replace: true })
    },
  })
  const failure = publish.isBusy ? null : publish.failure
  useOnValue(failure, (refusal) => {
    form.set('pin', '')
    if (!gate.heard(refusal)) form.refuse(refusal)
  })
  if (!coin) return null
  const send = form.submit((typed) =>
    publish.send({
      side,
      currency_id: coin.currency_id,
      fiat: typed.fiat,
      price: priceOf(typed, market),
      margin: marginOf(typed),
      hours: hoursOf(typed),
      total_number: typed.total,
      min_amount: typed.min,
      max_amount: typed.max,
      ways: waysIn(typed.ways),
      pay_minutes: Number(typed.minutes),
      remark: typed.remark,
      ...(side === 'sell' && { pay_password: typed.pin }),
    }),
  )
  return (
    <form ref={form.form} className={styles.form} noValidate onSubmit={gate.first(send)}>
      <GateCard gate={gate} />
      <Segmented
        label={t('side')}
        tone={side === 'buy' ? 'rise' : 'fall'}
        value={side}
        onChange={(value) => form.set('side', value)}
        options={[
          { value: 'sell', label: t('sell') },
          { value: 'buy', label: t('buy') },
        ]}
      />
      <div className={styles.pair}>
        <Select
          label={t('coin')}
          value={coin.currency_name}
          options={market.coins.map(({ currency_name }) => ({ value: currency_name, label: currency_name }))}
          onChange={(value) => form.set('coin', value)}
        />
        <Select
          label={t('fiat')}
          value={texts.fiat}
          options={market.fiats.map(({ code }) => ({ value: code, label: code }))}
          onChange={(value) => form.set('fiat', value)}
        />
      </div>
      <TermFields form={form} market={market} faultText={faultText} hasTotal free={gate.free} />
      <Preview texts={texts} market={market} />
      {side === 'sell' && !gate.lacks('pin') && (
        <FundPassword
          value={texts.pin}
          onChange={(pin) => form.set('pin', pin)}
          error={faultText(form.faultOf('pin'))}
        />
      )}
      <FormFailure failure={publish.isBusy ? publish.failure : form.failure} />
      <Button type="submit" isWide size="l" isBusy={publish.isBusy}>
        {t('publish')}
      </Button>
    </form>
  )
}

function EditForm({ market, ad }: { readonly market: OtcMarket; readonly ad: Ad }) {
  const { t } = useTranslation(['otc', 'refusals'])
  const faultText = useFaultText()
  const form = useForm<Terms>({
    draft: `otc-edit-${ad.id}-${ad.rev}`,
    first: termsOf(ad),
    check: (texts) => checkTerms(texts, market, ad),
    fieldOf: () => fieldOfRefusal,
  })
  const gate = useGate({ stops: 'trade', payee: payeeOf(form.texts) })
  const edit = useSubmit(otc.editAd, {
    onDone: () => {
      form.drop()
      goBack()
    },
  })
  useOnValue(edit.isBusy ? null : edit.failure, (refusal) => {
    if (!gate.heard(refusal)) form.refuse(refusal)
  })
  const send = form.submit((typed) =>
    edit.send({
      id: ad.id,
      expect: ad.status,
      price: priceOf(typed, market),
      margin: marginOf(typed),
      hours: hoursOf(typed),
      min_amount: typed.min,
      max_amount: typed.max,
      ways: waysIn(typed.ways),
      pay_minutes: Number(typed.minutes),
      remark: typed.remark,
    }),
  )
  return (
    <form ref={form.form} className={styles.form} noValidate onSubmit={gate.first(send)}>
      <p className={styles.note}>{t('editNote')}</p>
      <GateCard gate={gate} />
      <TermFields form={form} market={market} faultText={faultText} hasTotal={false} free={null} />
      <FormFailure failure={edit.isBusy ? edit.failure : form.failure} />
      <Button type="submit" isWide size="l" isBusy={edit.isBusy}>
        {t('save')}
      </Button>
    </form>
  )
}
