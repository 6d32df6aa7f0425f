import { otc } from '#contract/otc/otc.ts'
import type { Ad, OtcMarket, OtcSide } from '#contract/otc/otc-order.ts'
import { payWays, type PayWay } from '#contract/wallet/bank.ts'
import { otcEscrow } from '#contract/otc/otc-sums.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec } from '#contract/wire/money.ts'
import { unitsOf } from '#src/lib/amount.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go, goBack, useQuery } from '#src/lib/hash-location.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { moneyForm, useLiveForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { PinField } from '#src/parts/form/pin-field.tsx'
import { useGate, type Gate } from '#src/parts/form/use-gate.ts'
import { Note, Stack } from '#src/ui/box.tsx'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
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
import { useCentre, useOtcFiat, useOtcMarket, useOwnMerchant } from './use-otc.ts'

const sideOf = ({ side }: Terms): OtcSide => (side === 'buy' ? 'buy' : 'sell')
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
      {market.value !== null ? children(market.value) : <Unread read={market} lines={8} height={64} />}
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
  return <Unread read={read} lines={8} height={64} />
}
/** The terms of an ad, changed; orders that are open keep theirs. */
export function EditPage({ ad }: { readonly ad: Ad }) {
  const { t } = useTranslation('otc')
  return <WithMarket title={t('adAct.edit')}>{(market) => <EditForm market={market} ad={ad} />}</WithMarket>
}

type About = { readonly market: OtcMarket; readonly draft: string; readonly first: Terms }
type Live = About & { readonly gate: Gate }
type Now = { readonly texts: Terms }

const coinOf = (texts: Terms, { coins }: OtcMarket) =>
  coins.find(({ currency_name }) => currency_name === texts.coin) ?? coins[0]
/** A seller is paid by each of the ways. */
const payeeOf = ({ side, ways }: Pick<Terms, 'side' | 'ways'>) =>
  side === 'sell' ? { of: 'each' as const, ways: waysIn(ways) } : null
/** What may be changed of an ad, and stands in a new one. */
const sentTerms = (texts: Terms, market: OtcMarket) => ({
  price: priceOf(texts, market),
  margin: marginOf(texts),
  hours: hoursOf(texts),
  min_amount: texts.min,
  max_amount: texts.max,
  ways: waysIn(texts.ways),
  // What is not chosen is told too: an ad that is changed offers it no more.
  methods: texts.side === 'sell' ? texts.methods.split(',').filter(Boolean).map(Number) : [],
  pay_minutes: Number(texts.minutes),
  remark: texts.remark,
})

const publishForm = moneyForm<Live, About>()({
  call: otc.publish,
  draft: ({ draft }) => draft,
  fields: ({ first }): Terms => first,
  secrets: ['pin'],
  sums: (texts, { market }) => coinOf(texts, market),
  faults: ({ texts, live: { market } }) => checkTerms(texts, market, null),
  fieldOf: fieldOfRefusal,
  input: ({ texts, sums: coin, live: { market } }) =>
    coin === undefined
      ? null
      : {
          ...sentTerms(texts, market),
          side: sideOf(texts),
          currency_id: coin.currency_id,
          fiat: texts.fiat,
          total_number: texts.total,
          ...(sideOf(texts) === 'sell' && { pay_password: texts.pin }),
        },
})

/**
 * What an ad needs before its form: the level, the deposit, and of a seller the way to be paid, the pin and the coins.
 */
function usePublish(about: About, { texts }: Now): Live {
  const { market } = about
  const merchant = useOwnMerchant().value
  const isSale = texts.side === 'sell'
  const coin = market.coins.find(({ currency_name }) => currency_name === texts.coin)
  const total = unitsOf(texts.total)
  const { amount, currency_id: currency } = market.bail
  const gate = useGate({
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
  return { ...about, gate }
}

function PublishForm(about: About) {
  const { market } = about
  const { t } = useTranslation(['otc', 'refusals'])
  const faultText = useFaultText()
  const form = useLiveForm(publishForm, about, usePublish, {
    gate: (live) => live.gate,
    onDone: (ad) => go(ad === null ? otcPaths.otcAdverts : `${otcPaths.otcAdvert}?id=${ad.id}`, { replace: true }),
  })
  const { fields, sums: coin } = form
  const { texts } = fields
  const { gate } = form.live
  const side = sideOf(texts)
  if (!coin) return null
  return (
    <MoneyPage form={form} label={t('publish')} button={t('publish')}>
      <GateCard gate={gate} />
      <Segmented
        label={t('side')}
        tone={side === 'buy' ? 'rise' : 'fall'}
        value={side}
        onChange={(value) => fields.set('side', value)}
        options={[
          { value: 'sell', label: t('sell') },
          { value: 'buy', label: t('buy') },
        ]}
      />
      <Stack fits={150} gap={2} align="start">
        <Select
          label={t('coin')}
          value={coin.currency_name}
          options={market.coins.map(({ currency_name }) => ({ value: currency_name, label: currency_name }))}
          onChange={(value) => fields.set('coin', value)}
        />
        <Select
          label={t('fiat')}
          value={texts.fiat}
          options={market.fiats.map(({ code }) => ({ value: code, label: code }))}
          onChange={(value) => fields.set('fiat', value)}
        />
      </Stack>
      <TermFields form={fields} market={market} faultText={faultText} hasTotal free={gate.free} />
      <Preview texts={texts} market={market} />
      {side === 'sell' && <PinField gate={gate} fields={fields} />}
    </MoneyPage>
  )
}

type Edited = { readonly market: OtcMarket; readonly ad: Ad }
const editForm = moneyForm<Edited & { readonly gate: Gate }, Edited>()({
  call: otc.editAd,
  draft: ({ ad }) => `otc-edit-${ad.id}-${ad.rev}`,
  fields: ({ ad }): Terms => termsOf(ad),
  sums: () => null,
  faults: ({ texts, live: { market, ad } }) => checkTerms(texts, market, ad),
  fieldOf: fieldOfRefusal,
  input: ({ texts, live: { market, ad } }) => ({ ...sentTerms(texts, market), id: ad.id, expect: ad.status }),
})
const useEdit = (about: Edited, { texts }: Now) => ({
  ...about,
  gate: useGate({ stops: 'trade', payee: payeeOf(texts) }),
})

function EditForm(about: Edited) {
  const { t } = useTranslation(['otc', 'refusals'])
  const faultText = useFaultText()
  const form = useLiveForm(editForm, about, useEdit, { gate: (live) => live.gate, onDone: () => goBack() })
  return (
    <MoneyPage form={form} label={t('adAct.edit')} button={t('save')}>
      <Note>{t('editNote')}</Note>
      <GateCard gate={form.live.gate} />
      <TermFields form={form.fields} market={about.market} faultText={faultText} hasTotal={false} free={null} />
    </MoneyPage>
  )
}
