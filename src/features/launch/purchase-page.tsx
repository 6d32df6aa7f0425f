import { launchStageOf, type LaunchProduct } from '#contract/launch.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { newKey } from '#src/lib/new-key.ts'
import { Balance } from '#src/parts/balance.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Facts } from '#src/parts/money/facts.tsx'
import { useFree } from '#src/parts/money/use-free.ts'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { offerOf, subscriptionStateOf } from '#machines/launch-purchase.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LaunchClock } from './launch-clock.tsx'
import { launchPurchaseLogic } from './launch.actors.ts'
import { MyOrders } from './my-orders.tsx'
import { SoldBar } from './product-card.tsx'
import { coinsOf, payBounds, payFault } from './sums.ts'
import { useLaunch } from './use-launch.ts'
import styles from './launch.module.css'

/** Decimals of what is paid. */
const payScale = 6

/** Subscribing to one coin, and the caller's subscriptions of it. */
export function PurchasePage() {
  const { t } = useTranslation('launch')
  const { id = '0' } = useQuery()
  const { value, failure, isBusy, refresh } = useLaunch(id)
  return (
    <Page
      title={value === null ? t('titles.purchase') : t('subscribeTo', { coin: value.new_currency_name })}
      onRefresh={refresh}
    >
      <div className={styles.page}>
        {value === null &&
          (failure === null ? (
            <Skeleton lines={5} height={56} />
          ) : (
            <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
          ))}
        {value !== null && <Purchase key={id} product={value} onEnd={() => void refresh()} />}
      </div>
    </Page>
  )
}

function Purchase({ product, onEnd }: { readonly product: LaunchProduct; readonly onEnd: () => void }) {
  const { t } = useTranslation('launch')
  const services = useServices()
  const actor = useActorRef(
    useMemo(() => launchPurchaseLogic(services), [services]),
    { input: { product, now: services.serverNow() } },
  )
  const snapshot = useSelector(actor, (now) => now)
  const offer = offerOf(snapshot)
  const { order } = snapshot.context
  /** A form for each subscription: one that is done leaves nothing behind. */
  const [turn, setTurn] = useState(0)
  useEffect(() => actor.send({ type: 'product.changed', product }), [actor, product])
  return (
    <>
      <section className={styles.card}>
        <SoldBar product={product} />
        <LaunchClock product={product} onEnd={onEnd} />
      </section>
      {offer === 'subscribing' ? (
        <PurchaseForm
          key={turn}
          product={product}
          snapshot={snapshot}
          onSend={(amount, pay) => actor.send({ type: 'subscribe', amount, pay, key: newKey(services.serverNow()) })}
          onReset={(isDone) => {
            actor.send({ type: 'reset' })
            if (isDone) setTurn((now) => now + 1)
          }}
        />
      ) : (
        <p className={styles.note} role="status">
          {t(`closed.${offer}`)}
        </p>
      )}
      {order !== null && (
        <p className={styles.note} role="status">
          {t('newest', { stage: t(`stages.${launchStageOf(order)}`) })}
        </p>
      )}
      <section className={styles.card}>
        <h2 className={styles.title}>{t('myOrders')}</h2>
        <MyOrders product={product.id} />
      </section>
    </>
  )
}

type FormProps = {
  readonly product: LaunchProduct
  readonly snapshot: Parameters<typeof subscriptionStateOf>[0]
  readonly onSend: (amount: string, pay: number) => void
  readonly onReset: (isDone: boolean) => void
}
function PurchaseForm({ product, snapshot, onSend, onReset }: FormProps) {
  const { t } = useTranslation(['launch', 'refusals'])
  const shown = useNumbers()
  const freeOf = useFree()
  const [isReviewing, setIsReviewing] = useState(false)
  const payOf = (id: string) =>
    product.pay_currencies.find(({ currency_id }) => String(currency_id) === id) ?? product.pay_currencies[0]
  const boundsOf = (id: string) => payBounds(product, payOf(id)?.change_rate ?? '1', payScale)
  const form = useForm({
    draft: `launch-${product.id}`,
    first: { pay: String(product.currency_id), amount: '' },
    check: ({ pay, amount }) => ({ amount: payFault(tidyDecimal(amount), boundsOf(pay), freeOf(Number(pay))) }),
  })
  const pay = payOf(form.texts.pay)
  const amount = tidyDecimal(form.texts.amount)
  const [rate, payName, coin] = [pay?.change_rate ?? '1', pay?.currency_name ?? '', product.new_currency_name]
  const bounds = boundsOf(form.texts.pay)
  const free = freeOf(Number(form.texts.pay))
  const state = subscriptionStateOf(snapshot)
  const fault = form.faultOf('amount')
  const received = /^\d*\.?\d*$/.test(amount) ? coinsOf(amount, rate) : '0'
  const close = () => {
    setIsReviewing(false)
    if (state === 'done') form.drop()
    onReset(state === 'done')
  }
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('titles.purchase')}
      onSubmit={form.submit(() => setIsReviewing(true))}
    >
      <LockBanner stops="trade" />
      {product.pay_currencies.length > 1 && (
        <Segmented
          label={t('payWith')}
          value={form.texts.pay}
          onChange={(id) => form.set('pay', id)}
          options={product.pay_currencies.map(({ currency_id, currency_name }) => ({
            value: String(currency_id),
            label: currency_name,
          }))}
        />
      )}
      <AmountField
        name="amount"
        label={t('pay')}
        unit={payName}
        scale={payScale}
        value={form.texts.amount}
        onChange={(text) => form.set('amount', text)}
        onBlur={() => form.touch('amount')}
        onMax={() => form.set('amount', Number(free) < Number(bounds.max) ? free : bounds.max)}
        error={
          typeof fault === 'string'
            ? t(fault, { min: shown.sum(bounds.min, payName, 'cost'), max: shown.sum(bounds.max, payName) })
            : null
        }
        aside={<Balance>{`${t('available')} ${shown.money(free, payName)}`}</Balance>}
      />
      <Facts
        facts={[
          { name: t('price'), value: `1 ${coin} = ${shown.rate(rate, payName)} ${payName}` },
          {
            name: t('bounds'),
            value: `${shown.sum(bounds.min, payName, 'cost')} – ${shown.money(bounds.max, payName)}`,
          },
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
      <Button type="submit" size="l" isWide isBusy={snapshot.hasTag('busy')}>
        {t('review')}
      </Button>
      <p className={styles.note}>{t('held')}</p>
      <ReviewSheet
        title={t('review')}
        isOpen={isReviewing}
        onClose={close}
        state={state}
        failure={snapshot.context.failure}
        hold={null}
        rows={[
          { name: t('pay'), value: shown.money(amount === '' ? '0' : amount, payName) },
          { name: t('receive'), value: shown.money(received, coin), isStrong: true },
          { name: t('lock'), value: product.day === 0 ? t('noLock') : t('days', { count: product.day }) },
          { name: t('online'), value: shown.time(product.online_time) },
        ]}
        confirm={t('confirm')}
        onConfirm={() => onSend(amount, Number(form.texts.pay))}
        doneTitle={t('done')}
        done={<p>{t('doneText')}</p>}
      />
    </form>
  )
}
