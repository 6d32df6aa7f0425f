import { Section } from '#src/ui/section.tsx'
import { launch, type LaunchPhase, type LaunchProduct } from '#contract/launch/launch.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { GateCard } from '#src/parts/form/gate.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useLiveForm, type MoneyFormOf } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { neededOf, useGate, type Gate } from '#src/parts/form/use-gate.ts'
import { Card, Note, Stack } from '#src/ui/box.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useFree } from '#src/parts/money/use-free.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useTranslation } from 'react-i18next'
import { LaunchClock, phaseNow } from './launch-clock.tsx'
import { MyOrders } from './my-orders.tsx'
import { SoldBar } from './product-card.tsx'
import { coinsOf, payBounds } from './sums.ts'
import { useLaunch } from './use-launch.ts'

/** Decimals of what is paid. */
const payScale = 6

/** Subscribing to one coin, and the caller's subscriptions of it. */
export function PurchasePage() {
  const { t } = useTranslation('launch')
  const { id = '0' } = useQuery()
  const { value, ...read } = useLaunch(id)
  return (
    <Page
      title={value === null ? t('titles.purchase') : t('subscribeTo', { coin: value.new_currency_name })}
      onRefresh={read.refresh}
    >
      <Stack gap={3} topPad={2} endPad={8}>
        {value === null && <Unread read={read} lines={5} height={56} />}
        {value !== null && <Purchase key={id} product={value} onEnd={() => void read.refresh()} />}
      </Stack>
    </Page>
  )
}

type About = {
  readonly product: LaunchProduct
  readonly freeOf: (currency: number) => string | null
  readonly phase: LaunchPhase
  readonly t: ReturnType<typeof useTranslation<'launch'>>['t']
  readonly shown: Numbers
}
type Live = About & { readonly gate: Gate }
const payIn = ({ pay_currencies }: LaunchProduct, chosen: string) =>
  pay_currencies.find(({ currency_id }) => String(currency_id) === chosen) ?? pay_currencies[0]
/** The least that is taken of the coin that pays has to lie in the spot account. */
function usePurchase(
  about: About,
  {
    texts,
    isChecked,
  }: { readonly texts: { readonly pay: string; readonly amount: string }; readonly isChecked: boolean },
): Live {
  const { product } = about
  const pay = payIn(product, texts.pay)
  const funds = pay && {
    account: 'change' as const,
    currency: pay.currency_id,
    name: pay.currency_name,
    amount: neededOf(payBounds(product, pay.change_rate, payScale).min, texts.amount, isChecked),
  }
  return { ...about, gate: useGate({ stops: 'trade', funds: funds ?? null }) }
}
const purchaseForm = moneyForm<Live, About>()({
  call: launch.subscribe,
  draft: ({ product }) => `launch-${product.id}`,
  fields: ({ product }) => ({ pay: String(product.currency_id), amount: '' }),
  sums: (texts, { product, freeOf }) => {
    const pay = payIn(product, texts.pay)
    const [rate, amount] = [pay?.change_rate ?? '1', tidyDecimal(texts.amount)]
    return {
      amount,
      rate,
      pay: pay?.currency_name ?? '',
      bounds: payBounds(product, rate, payScale),
      free: freeOf(Number(texts.pay)),
      received: amountFault(amount) === null ? coinsOf(amount, rate) : '0',
    }
  },
  faults: ({ sums: { amount, bounds, free } }) => ({ amount: amountFault(amount, { ...bounds, free }) }),
  input: ({ texts, sums: { amount }, live: { product } }) => ({
    config_id: product.id,
    amount,
    currency_id: Number(texts.pay),
  }),
  review: ({ sums: { amount, pay, received }, live: { product, phase, t, shown } }) => ({
    title: t('review'),
    rows: [
      { name: t('pay'), value: shown.cost(amount || '0', pay) },
      { name: t('receive'), value: shown.money(received, product.new_currency_name), isStrong: true },
      { name: t('lock'), value: product.day === 0 ? t('noLock') : t('days', { count: product.day }) },
      { name: t('online'), value: shown.time(product.online_time) },
    ],
    hold: phase === 'subscribing' ? null : t(`closed.${phase}`),
    confirm: t('confirm'),
    doneTitle: t('done'),
    done: <p>{t('doneText')}</p>,
  }),
})

function Purchase({ product, onEnd }: { readonly product: LaunchProduct; readonly onEnd: () => void }) {
  const { t } = useTranslation(['launch', 'refusals'])
  const { serverNow } = useServices()
  const shown = useNumbers()
  const phase = phaseNow(product, serverNow())
  const about = { product, freeOf: useFree(), phase, t, shown }
  const form = useLiveForm(purchaseForm, about, usePurchase, { gate: ({ gate }) => gate, onDone: onEnd })
  const { isOpen, isBusy } = form
  return (
    <>
      <Card as="section" gap={3} pad={4}>
        <SoldBar product={product} />
        <LaunchClock product={product} onEnd={onEnd} />
      </Card>
      {phase === 'subscribing' || isOpen || isBusy ? (
        <MoneyPage form={form} label={t('titles.purchase')} button={t('review')} note={t('held')}>
          <PurchaseFields form={form} product={product} />
        </MoneyPage>
      ) : (
        <Note isLoose role="status">
          {t(`closed.${phase}`)}
        </Note>
      )}
      <Section isCard title={t('myOrders')}>
        <MyOrders product={product.id} />
      </Section>
    </>
  )
}

type FieldsProps = {
  readonly product: LaunchProduct
  readonly form: MoneyFormOf<typeof purchaseForm>
}
function PurchaseFields({ product, form: { fields, sums, live } }: FieldsProps) {
  const { t } = useTranslation('launch')
  const shown = useNumbers()
  const { pay, rate, bounds, free, received } = sums
  const coin = product.new_currency_name
  return (
    <>
      <GateCard gate={live.gate} />
      {product.pay_currencies.length > 1 && (
        <Segmented
          label={t('payWith')}
          value={fields.texts.pay}
          onChange={(id) => fields.set('pay', id)}
          options={product.pay_currencies.map(({ currency_id, currency_name }) => ({
            value: String(currency_id),
            label: currency_name,
          }))}
        />
      )}
      <MoneyField
        fields={fields}
        name="amount"
        label={t('pay')}
        unit={pay}
        scale={payScale}
        most={compareDec(free ?? '0', bounds.max) < 0 ? (free ?? '0') : bounds.max}
        bounds={bounds}
        balance={`${t('available')} ${shown.money(free ?? '0', pay)}`}
      />
      <Facts
        facts={[
          { name: t('price'), value: `1 ${coin} = ${shown.rate(rate, pay)} ${pay}` },
          { name: t('bounds'), value: `${shown.sum(bounds.min, pay, 'cost')} – ${shown.money(bounds.max, pay)}` },
          { name: t('receive'), value: shown.money(received, coin), isStrong: true },
          {
            name: t('unlock'),
            value:
              product.day === 0
                ? shown.time(product.online_time)
                : t('unlockAfter', { time: shown.time(product.online_time), count: product.day }),
          },
        ]}
      />
    </>
  )
}
