import { otc } from '#contract/otc/otc.ts'
import type { Ad, OtcMarket, OtcMeans } from '#contract/otc/otc-order.ts'
import { otcSums } from '#contract/otc/otc-sums.ts'
import { formatDec } from '#contract/wire/money.ts'
import { go } from '#src/lib/hash-location.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Balance } from '#src/parts/balance.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { fundPasswordFault, pinFieldOf } from '#src/parts/form/checks.ts'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { moreName, useMore } from '#src/parts/form/use-more.ts'
import { moneyForm, useLiveForm, type MoneyFormOf } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { useGate, type Gate } from '#src/parts/form/use-gate.ts'
import { toast } from '#src/stores/toasts.ts'
import { Box, Note } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Select } from '#src/ui/select.tsx'
import { useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '#src/ui/facts.tsx'
import { MerchantLine } from './merchant-line.tsx'
import { meansIn, mostOf, scalesOf, takeFault, takeSums, type Scales } from './take-sums.ts'
import { useOtcFormat } from './use-otc.ts'
import { useServices } from '#src/actors/services.tsx'

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
type About = { readonly ad: Ad; readonly scales: Scales; readonly amount: string }
type Live = About & { readonly gate: Gate }
const isPurchase = ({ side }: Ad) => side === 'sell'
/** The chosen way, and behind a point the further method of it. */
const wayOf = ({ ways }: Ad, text: string) => ways.find((each) => each === text.split('.')[0]) ?? ways[0] ?? 'bank'
const methodOf = (text: string) => Number(text.split('.')[1] ?? 0)
const choiceOf = ({ way, id }: { readonly way: string; readonly id: number }) => (id === 0 ? way : `${way}.${id}`)

const takeForm = moneyForm<Live, About>()({
  call: otc.take,
  // Kept while something that is missing is put in place, and over a reload.
  draft: ({ ad, amount }) => `otc-take.${ad.id}.${amount}`,
  fields: ({ amount }) => ({ means: 'money', typed: amount, way: '', pin: '' }),
  secrets: ['pin'],
  sums: ({ means, typed }, { ad, scales }) => takeSums(means, typed, ad, scales),
  faults: ({ texts, sums, live: { ad, scales } }) => ({
    typed: takeFault(ad, sums, scales),
    pin: isPurchase(ad) ? null : fundPasswordFault(texts.pin),
  }),
  isEarly: (fault) => fault !== 'refusals:amount_required',
  fieldOf: pinFieldOf,
  input: ({ texts, live: { ad } }) => ({
    id: ad.id,
    means: meansIn(texts.means),
    value: texts.typed,
    way: wayOf(ad, texts.way),
    ...(methodOf(texts.way) !== 0 && { method: methodOf(texts.way) }),
    price: ad.price,
    ...(!isPurchase(ad) && { pay_password: texts.pin }),
  }),
})

/** What an order needs before it: the level, and of a seller the way to be paid, the pin and the coins. */
function useTake(about: About, { texts }: { readonly texts: ReturnType<typeof takeForm.fields> }): Live {
  const { ad, scales } = about
  const isBuying = isPurchase(ad)
  const sums = takeSums(texts.means, texts.typed, ad, scales)
  const least = otcSums('money', ad.min_amount, ad.price, scales).number
  const amount = formatDec(sums !== null && sums.number > least ? sums.number : least)
  const gate = useGate({
    stops: 'trade',
    kyc: 'otc_take',
    usesPin: !isBuying,
    payee: isBuying ? null : { of: 'each', ways: [wayOf(ad, texts.way)] },
    funds: isBuying ? null : { currency: ad.currency_id, name: ad.currency_name, amount },
  })
  return { ...about, gate }
}

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
  const { coin } = useOtcFormat(market)
  const [first] = useState(ad)
  const isBuying = isPurchase(ad)
  const scales = scalesOf(ad, market)
  const form = useLiveForm(takeForm, { ad, scales, amount }, useTake, {
    gate: (live) => live.gate,
    onDone: (order) => {
      onClose()
      go(order === null ? otcPaths.otcOrders : `${otcPaths.otcOrder}?id=${order.id}`, { replace: true })
    },
  })
  const { fields, sums, failure } = form
  const { texts } = fields
  const { gate } = form.live
  const refresh = () => {
    onClose()
    onGone()
  }
  const isGone = failure?.kind === 'refused' && stale.includes(failure.reason)
  return (
    <MoneySheet
      form={form}
      title={t(isBuying ? 'take.buy' : 'take.sell', { coin: ad.currency_name })}
      isTall
      onClose={onClose}
      kind={isBuying ? 'buy' : 'sell'}
      button={t(isBuying ? 'take.doBuy' : 'take.doSell', {
        amount: sums === null ? '' : coin(formatDec(sums.number), ad.currency_name),
      })}
      {...(!isBuying &&
        gate.gaps.length === 0 && {
          foot: (id) => (
            <FundPassword
              form={id}
              value={texts.pin}
              onChange={(pin) => fields.set('pin', pin)}
              error={faultText(fields.faultOf('pin'))}
            />
          ),
        })}
      {...(isGone && {
        instead: (
          <Button isWide size="l" kind="quiet" onClick={refresh}>
            {t('take.refresh')}
          </Button>
        ),
      })}
    >
      <GateCard gate={gate} />
      <MerchantLine merchant={ad.merchant} />
      <Offer ad={ad} first={first} ageS={ageS} market={market} />
      <Amounts form={form} ad={ad} market={market} scales={scales} />
      <WayField ad={ad} value={texts.way} onChange={(text) => fields.set('way', text)} />
      <Notes ad={ad} />
    </MoneySheet>
  )
}

type WayProps = { readonly ad: Ad; readonly value: string; readonly onChange: (text: string) => void }
/** How it is paid: by one of the methods that the ad offers, or into one of the seller's own. */
function WayField({ ad, value, onChange }: WayProps) {
  const { t } = useTranslation('otc')
  const isBuying = isPurchase(ad)
  const own = useMore(!isBuying).value ?? []
  const firsts = ad.ways.map((way) => ({ id: 0, way, name: '' }))
  const offered = isBuying
    ? ad.methods.length > 0
      ? ad.methods
      : firsts
    : firsts.flatMap((first) => [
        first,
        ...own.filter(({ way }) => way === first.way).map((each) => ({ ...each, name: moreName(each) })),
      ])
  const chosen = offered.find((each) => choiceOf(each) === value) ?? offered[0]
  return (
    <Select
      label={t('way')}
      value={chosen === undefined ? '' : choiceOf(chosen)}
      options={offered.map((each) => ({
        value: choiceOf(each),
        label: [t(`ways.${each.way}`), each.name].filter(Boolean).join(' · '),
      }))}
      onChange={onChange}
    />
  )
}

type OfferProps = Pick<TakeProps, 'ad' | 'ageS' | 'market'> & { readonly first: Ad }
/** What the ad says, and whether its price has moved since it was opened. */
function Offer({ ad, first, ageS, market }: OfferProps) {
  const { t } = useTranslation('otc')
  const { fiat, price } = useOtcFormat(market)
  return (
    <>
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
    </>
  )
}

type AmountsProps = Pick<TakeProps, 'ad' | 'market'> & {
  readonly form: MoneyFormOf<typeof takeForm>
  readonly scales: Scales
}
/** Money and quantity: what is typed into one fills in the other. */
function Amounts({ form, ad, market, scales }: AmountsProps) {
  const { t } = useTranslation(['otc', 'ui'])
  const faultText = useFaultText()
  const { fiat, coin } = useOtcFormat(market)
  const { fields, sums } = form
  const { texts } = fields
  const { gate } = form.live
  const isBuying = isPurchase(ad)
  const most = formatDec(mostOf(ad, scales))
  const shown = (which: OtcMeans) =>
    which === meansIn(texts.means)
      ? texts.typed
      : sums === null
        ? ''
        : formatDec(which === 'money' ? sums.total : sums.number)
  const type = (means: OtcMeans) => (typed: string) => fields.put({ means, typed })
  return (
    <>
      <AmountField
        label={t(isBuying ? 'take.pay' : 'take.getMoney')}
        value={shown('money')}
        onChange={type('money')}
        scale={scales.fiatScale}
        unit={ad.fiat}
        error={faultText(fields.faultOf('typed'), {
          min: fiat(ad.min_amount, ad.fiat),
          max: fiat(most, ad.fiat),
          surplus: coin(ad.surplus_number, ad.currency_name),
        })}
        onMax={() => type('money')(most)}
      />
      <AmountField
        label={t(isBuying ? 'take.getCoins' : 'take.give')}
        value={shown('number')}
        onChange={type('number')}
        scale={scales.coinScale}
        unit={ad.currency_name}
        {...(!isBuying &&
          gate.free !== null && {
            aside: <Balance>{`${t('ui:funding')} ${coin(gate.free, ad.currency_name)}`}</Balance>,
          })}
      />
    </>
  )
}

/** What the other party wrote, and what happens next. */
function Notes({ ad }: { readonly ad: Ad }) {
  const { t } = useTranslation('otc')
  return (
    <>
      {ad.remark !== '' && (
        <Box as="p" pad={3} ground="well" round={2} breaks isPre>
          <b>{t('remark')}</b> {ad.remark}
        </Box>
      )}
      <Note>{t(isPurchase(ad) ? 'take.noteBuy' : 'take.noteSell')}</Note>
    </>
  )
}

const everyMs = 10_000
const tickMs = 1000
type Held = { readonly ad: Ad | null; readonly at: number | null; readonly isGone: boolean }

/**
 * An ad as it is now, read again while it is looked at, and how many seconds ago it was read; null before the first
 * answer. `tapped` is the ad as it stood in the list, if it comes from there.
 */
function useFreshAd(id: string, tapped: Ad | null) {
  const { request } = useServices()
  const [held, setHeld] = useState<Held>({ ad: tapped, at: null, isGone: false })
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const aborting = new AbortController()
    const read = async () => {
      const reply = await request.read(otc.ad, { id })
      if (aborting.signal.aborted) return
      if (reply.ok) setHeld({ ad: reply.value, at: performance.now(), isGone: false })
      // An ad that is gone stays as it was seen: the venue says so when it is taken.
      else if (reply.failure.kind === 'refused') setHeld((last) => ({ ...last, isGone: true }))
    }
    void read()
    const reading = setInterval(() => void (document.visibilityState === 'visible' && read()), everyMs)
    const ticking = setInterval(() => setNow(performance.now()), tickMs)
    return () => {
      aborting.abort()
      clearInterval(reading)
      clearInterval(ticking)
    }
  }, [request, id])
  return { ...held, ageS: held.at === null ? null : Math.max(0, Math.floor((now - held.at) / 1000)) }
}
