import { otc, type Ad, type OtcMarket, type OtcSide } from '#contract/otc.ts'
import { payWays, type PayWay } from '#contract/bank.ts'
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
import { KycPrompt, useKycGate } from '#src/parts/form/kyc-prompt.tsx'
import { PayeePrompt, usePayeeGate } from '#src/parts/form/payee-prompt.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState, type ReactNode } from 'react'
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
import { useOtcMarket } from './use-otc.ts'

const pinLength = 6
const marketPlace = `${otcPaths.otcAdverts}?view=merchant`
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
      {(market) =>
        from === undefined ? (
          <PublishForm market={market} draft="otc-publish" first={firstTerms(market)} />
        ) : (
          <CopyForm market={market} from={from} />
        )
      }
    </WithMarket>
  )
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

type PublishProps = { readonly market: OtcMarket; readonly draft: string; readonly first: Terms }
function PublishForm({ market, draft, first }: PublishProps) {
  const { t } = useTranslation(['otc', 'refusals'])
  const faultText = useFaultText()
  const [pin, setPin] = useState('')
  const form = useForm<Terms>({
    draft,
    first,
    check: (texts) => checkTerms(texts, market, null),
    fieldOf: () => fieldOfRefusal,
  })
  const { texts } = form
  const side: OtcSide = texts.side === 'buy' ? 'buy' : 'sell'
  const kyc = useKycGate('otc_publish')
  const payee = usePayeeGate()
  const publish = useSubmit(otc.publish, {
    onDone: (ad) => {
      form.drop()
      go(ad === null ? otcPaths.otcAdverts : `${otcPaths.otcAdvert}?id=${ad.id}`, { replace: true })
    },
  })
  const failure = publish.isBusy ? null : publish.failure
  useOnValue(failure, (refusal) => {
    setPin('')
    if (!kyc.heard(refusal) && !payee.heard(refusal)) form.refuse(refusal)
  })
  const coin = market.coins.find(({ currency_name }) => currency_name === texts.coin) ?? market.coins[0]
  if (!coin) return null
  const send = form.submit((typed) =>
    kyc.pass(() =>
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
        ...(side === 'sell' && { pay_password: pin }),
      }),
    ),
  )
  const needsBail = failure?.kind === 'refused' && failure.reason === 'bail_needed'
  return (
    <form ref={form.form} className={styles.form} noValidate onSubmit={send}>
      <LockBanner stops="trade" usesPin={side === 'sell'} />
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
      <TermFields form={form} market={market} faultText={faultText} hasTotal />
      <Preview texts={texts} market={market} />
      {side === 'sell' && <FundPassword value={pin} onChange={setPin} />}
      <FormFailure failure={publish.isBusy ? publish.failure : form.failure} />
      {needsBail && (
        <Banner
          icon="shield"
          action={
            <Button size="s" onClick={() => go(marketPlace)}>
              {t('toBail')}
            </Button>
          }
        >
          {t('bailWhy')}
        </Banner>
      )}
      <Button
        type="submit"
        isWide
        size="l"
        isBusy={publish.isBusy}
        disabled={side === 'sell' && pin.length < pinLength}
      >
        {t('publish')}
      </Button>
      <KycPrompt {...kyc.prompt} />
      <PayeePrompt {...payee.prompt} />
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
  const payee = usePayeeGate()
  const edit = useSubmit(otc.editAd, {
    onDone: () => {
      form.drop()
      goBack()
    },
  })
  useOnValue(edit.isBusy ? null : edit.failure, (refusal) => {
    if (!payee.heard(refusal)) form.refuse(refusal)
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
    <form ref={form.form} className={styles.form} noValidate onSubmit={send}>
      <p className={styles.note}>{t('editNote')}</p>
      <TermFields form={form} market={market} faultText={faultText} hasTotal={false} />
      <FormFailure failure={edit.isBusy ? edit.failure : form.failure} />
      <Button type="submit" isWide size="l" isBusy={edit.isBusy}>
        {t('save')}
      </Button>
      <PayeePrompt {...payee.prompt} />
    </form>
  )
}
