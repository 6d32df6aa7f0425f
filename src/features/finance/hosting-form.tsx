import { dailyInterest, penaltyOf } from '#contract/finance-penalty.ts'
import { finance, isHostingOver, type HostingProduct } from '#contract/finance.ts'
import { termEndMs, termFrom, termStartMs } from '#contract/earnings-term.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { go } from '#src/lib/hash-location.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { Balance } from '#src/parts/balance.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { useForm } from '#src/parts/form/use-form.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { Link } from '#src/parts/link.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { loading } from '#streams/kit/live.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lesser, percentLeft } from './balance.ts'
import { Days, Facts, Tiles } from './parts.tsx'
import styles from './finance.module.css'
import { useFinanceFormat, useFree } from './use-finance.ts'

type Props = { readonly product: HostingProduct; readonly onDone: () => void }
/** How much, what it earns if it stays, what leaving early costs, and the rules to agree to; then the review. */
export function HostingForm({ product, onDone }: Props) {
  const { t } = useTranslation(['finance', 'refusals'])
  const { serverNow } = useServices()
  const failureText = useFailureText()
  const { share, percent, money, gain, day } = useFinanceFormat()
  const [isReviewing, setIsReviewing] = useState(false)
  const { currency_name: coin, decimal_scale: scale, save_min, save_max, left, total } = product
  const free = useFree(product.currency_id)
  const form = useForm({
    draft: `hosting.${product.id}`,
    first: { amount: '', agreed: '' },
    check: ({ amount, agreed }) => ({
      amount: amountFault(tidyDecimal(amount), {
        min: save_min,
        max: lesser(save_max === '0' ? (left ?? '0') : save_max, left),
        ...(free !== null && { free }),
      }),
      agreed: agreed === 'yes' ? null : 'refusals:not_agreed',
    }),
    fieldOf: () => ({
      amount_required: 'amount',
      amount_below_min: 'amount',
      amount_above_max: 'amount',
      amount_step: 'amount',
      insufficient_balance: 'amount',
      sold_out: 'amount',
    }),
  })
  const submit = useSubmit(finance.host, {
    onDone: () => {
      form.drop()
      onDone()
    },
  })
  const amount = tidyDecimal(form.texts.amount)
  const units = amount === '' || amountFault(amount) !== null ? 0n : parseDec(amount)
  const daily = dailyInterest(units, parseDec(product.day_rate), scale)
  const term = termFrom(serverNow() || product.server_now_ms, product.day)
  const most = lesser(lesser(free ?? '0', save_max), left)
  const fault = (name: 'amount' | 'agreed') => {
    const found = form.faultOf(name)
    return found === null
      ? null
      : typeof found === 'string'
        ? t(found, { min: money(save_min, coin), max: money(lesser(save_max, left), coin) })
        : failureText(found)
  }
  const dec = (value: bigint) => formatDec(value)
  const days = { name: t('eachDay'), value: gain(dec(daily), coin), tone: 'rise' } as const
  const inAll = {
    name: t('inDays', { count: product.day }),
    value: gain(dec(daily * BigInt(product.day)), coin),
    tone: 'rise',
  } as const
  const rule = t(`rule.${product.penalty_rule}.text`, { rate: share(product.penalty_ratio) })
  const isClosed = product.status !== 'open'
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('hostTitle', { coin, count: product.day })}
      onSubmit={form.submit(() => {
        submit.reset()
        setIsReviewing(true)
      })}
    >
      <Tiles
        tiles={[
          { name: t('perDay'), value: share(product.day_rate), tone: 'rise' },
          { name: t('overTerm'), value: percent(product.interest_rate), tone: 'rise' },
          {
            name: t('leftShort'),
            value: left === null || total === null ? t('noBound') : `${percentLeft(left, total)}%`,
          },
        ]}
      />
      {isClosed && (
        <Banner kind="warning" icon="warning">
          {t(`closedText.${product.status}`)}
        </Banner>
      )}
      <AmountField
        label={t('amount')}
        name="amount"
        value={form.texts.amount}
        onChange={(text) => form.set('amount', text)}
        onBlur={() => form.touch('amount')}
        scale={scale}
        unit={coin}
        onMax={() => form.set('amount', most)}
        error={fault('amount')}
        hint={t('atLeast', { amount: money(save_min, coin) })}
        aside={<Balance>{t('spotAccount', { amount: free === null ? '—' : money(free, coin) })}</Balance>}
      />
      <section className={styles.card}>
        <h2>{t('ifYouStay')}</h2>
        <Days days={product.day} paid={0} label={t('inDays', { count: product.day })} />
        <p className={styles.ends}>
          <span>{t('firstDay', { day: day(termStartMs(term)) })}</span>
          <span>{t('backOn', { day: day(termEndMs(term)) })}</span>
        </p>
        <Facts
          facts={[
            days,
            inAll,
            { name: t('atTheEnd'), value: money(dec(units + daily * BigInt(product.day)), coin), tone: 'strong' },
          ]}
        />
      </section>
      <Leaving product={product} units={units} daily={daily} rule={rule} />
      {free !== null && <Accounts product={product} free={free} units={units} />}
      <Banner kind="warning" icon="warning">
        {t('houseNote')}
      </Banner>
      <div className={styles.agree}>
        <Checkbox
          isChecked={form.texts.agreed === 'yes'}
          error={fault('agreed')}
          onChange={(isChecked) => form.set('agreed', isChecked ? 'yes' : '')}
        >
          {t('agree')}
        </Checkbox>
        <Link
          to={product.rule_news_id === null ? financePaths.hostingRule : financePaths.ruleOf(product.rule_news_id)}
          className={styles.more}
        >
          {t('titles.rules')}
        </Link>
      </div>
      <Button type="submit" size="l" isWide disabled={isClosed}>
        {units > 0n ? t('reviewOf', { amount: money(amount, coin) }) : t('review')}
      </Button>
      <ReviewSheet
        title={t('hostTitle', { coin, count: product.day })}
        isOpen={isReviewing}
        onClose={() => {
          setIsReviewing(false)
          if (submit.state === 'done') go(financePaths.hostingOrders, { replace: true })
        }}
        rows={[
          { name: t('amount'), value: money(amount === '' ? '0' : amount, coin), isStrong: true },
          days,
          inAll,
          { name: t('firstDayShort'), value: day(termStartMs(term)) },
          { name: t('backShort'), value: t('atMidnight', { day: day(termEndMs(term)) }) },
          { name: t('leaveEarly'), value: rule },
        ]}
        confirm={t('hostConfirm', { amount: money(amount === '' ? '0' : amount, coin) })}
        state={submit.state}
        failure={submit.failure}
        onConfirm={() => submit.send({ config_id: product.id, amount })}
        doneTitle={t('hostDone')}
        done={<p>{t('hostDoneText', { day: day(termStartMs(term)) })}</p>}
      />
    </form>
  )
}

type LeavingProps = {
  readonly product: HostingProduct
  readonly units: bigint
  readonly daily: bigint
  readonly rule: string
}
/** Leaving early as three worked examples, losses included. Without an amount they are those of the least one. */
function Leaving({ product, units: typed, daily: typedDaily, rule }: LeavingProps) {
  const { t } = useTranslation('finance')
  const { money, sum } = useFinanceFormat()
  const units = typed > 0n ? typed : parseDec(product.save_min)
  const daily = typed > 0n ? typedDaily : dailyInterest(units, parseDec(product.day_rate), product.decimal_scale)
  const days = [...new Set([2, Math.round(product.day / 2), product.day - 1])]
  const signed = (value: bigint) => sum(formatDec(value), product.currency_name, 'gain')
  return (
    <section className={styles.card}>
      <h2>{t('leavingCosts')}</h2>
      {typed === 0n && (
        <p className={styles.note}>{t('exampleOf', { amount: money(product.save_min, product.currency_name) })}</p>
      )}
      <table className={styles.table} data-unit={product.currency_name}>
        <thead>
          <tr>
            <th scope="col">{t('leaveOn')}</th>
            <th scope="col">{t('earned')}</th>
            <th scope="col">{t('penalty')}</th>
            <th scope="col">{t('result')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((on) => {
            const earned = daily * BigInt(on - 1)
            const cost = penaltyOf({
              rule: product.penalty_rule,
              amount: units,
              dayRate: parseDec(product.day_rate),
              ratio: parseDec(product.penalty_ratio),
              daysLeft: product.day - on + 1,
              scale: product.decimal_scale,
            })
            return (
              <tr key={on}>
                <th scope="row">{t('dayN', { day: on })}</th>
                <td>{signed(earned)}</td>
                <td>{signed(-cost)}</td>
                <td data-tone={earned < cost ? 'fall' : 'rise'}>{signed(earned - cost)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className={styles.note}>{`${rule} ${t('interestStays')}`}</p>
    </section>
  )
}

/** The spot account before and after. */
function Accounts({
  product,
  free,
  units,
}: {
  readonly product: HostingProduct
  readonly free: string
  readonly units: bigint
}) {
  const { t } = useTranslation('finance')
  const { feeds } = useServices()
  const { sum } = useFinanceFormat()
  const { value } = useStream(feeds.hostingOrders$, loading)
  const hosted = (value ?? [])
    .filter((order) => order.currency_id === product.currency_id && !isHostingOver(order))
    .reduce((all, { amount }) => all + parseDec(amount), 0n)
  const after = parseDec(free) - units
  const show = (amount: bigint) => sum(formatDec(amount > 0n ? amount : 0n), product.currency_name)
  return (
    <section className={styles.card}>
      <table className={styles.table} data-unit={product.currency_name}>
        <thead>
          <tr>
            <th scope="col">{t('accountOf', { coin: product.currency_name })}</th>
            <th scope="col">{t('now')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('freeMoney')}</th>
            <td>{show(parseDec(free))}</td>
            <td>
              <b>{show(after)}</b>
            </td>
          </tr>
          <tr>
            <th scope="row">{t('inHosting')}</th>
            <td>{value === null ? '—' : show(hosted)}</td>
            <td>
              <b>{value === null ? '—' : show(hosted + units)}</b>
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}
