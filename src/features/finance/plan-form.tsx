import { dailyInterest } from '#contract/finance-penalty.ts'
import { termEndMs, termFrom, termStartMs } from '#contract/earnings-term.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { joinStateOf, mayJoinNow, type FollowedPlan, type Join } from '#machines/followed-plan.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { go } from '#src/lib/hash-location.ts'
import { newKey } from '#src/lib/new-key.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Balance } from '#src/parts/balance.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { useForm } from '#src/parts/form/use-form.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lesser, percentLeft } from './balance.ts'
import { Days, Facts, Tiles } from './parts.tsx'
import styles from './finance.module.css'
import { useFinanceFormat, useFree } from './use-finance.ts'

type Props = { readonly send: (event: Join | { readonly type: 'dismiss' }) => void; readonly snapshot: FollowedPlan }
/** The terms of a plan, an amount with what it earns, and the review before it is put in for the whole term. */
export function PlanForm({ send, snapshot }: Props) {
  const { t } = useTranslation(['finance', 'refusals'])
  const { serverNow } = useServices()
  const failureText = useFailureText()
  const { share, money, gain, day } = useFinanceFormat()
  const [isReviewing, setIsReviewing] = useState(false)
  const { plan, failure, doneKey } = snapshot.context
  const { currency_name: coin, decimal_scale: scale } = plan
  const free = useFree(plan.currency_id)
  const most = lesser(plan.max_amount === '0' ? plan.surplus_number : plan.max_amount, plan.surplus_number)
  const form = useForm({
    draft: `plan.${plan.id}`,
    first: { amount: '' },
    check: ({ amount }) => ({
      amount: amountFault(tidyDecimal(amount), { min: plan.min_amount, max: most, ...(free !== null && { free }) }),
    }),
  })
  useOnValue(doneKey, form.drop)
  const amount = tidyDecimal(form.texts.amount)
  const units = amount === '' || amountFault(amount) !== null ? 0n : parseDec(amount)
  const daily = dailyInterest(units, parseDec(plan.day_rate), scale)
  const term = termFrom(serverNow() || plan.server_now_ms, plan.days)
  const found = form.faultOf('amount')
  const fault =
    found === null
      ? null
      : typeof found === 'string'
        ? t(found, { min: money(plan.min_amount, coin), max: money(most, coin) })
        : failureText(found)
  const state = joinStateOf(snapshot)
  const eachDay = { name: t('eachDay'), value: gain(formatDec(daily), coin), tone: 'rise' } as const
  const inAll = {
    name: t('inDays', { count: plan.days }),
    value: gain(formatDec(daily * BigInt(plan.days)), coin),
    tone: 'rise',
  } as const
  const isOpen = plan.status === 'open'
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('join')}
      onSubmit={form.submit(() => {
        send({ type: 'dismiss' })
        setIsReviewing(true)
      })}
    >
      <Tiles
        tiles={[
          { name: t('perDay'), value: share(plan.day_rate), tone: 'rise' },
          { name: t('term'), value: t('days', { count: plan.days }) },
          { name: t('leftShort'), value: `${percentLeft(plan.surplus_number, plan.total_number)}%` },
        ]}
      />
      {!isOpen && (
        <Banner kind="warning" icon="warning">
          {t(`closedText.${plan.status}`)}
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
        onMax={() => form.set('amount', lesser(free ?? '0', most))}
        error={fault}
        hint={t('betweenAmounts', { min: money(plan.min_amount, coin), max: money(plan.max_amount, coin) })}
        aside={<Balance>{t('spotAccount', { amount: free === null ? '—' : money(free, coin) })}</Balance>}
      />
      <section className={styles.card}>
        <h2>{t('whatItEarns')}</h2>
        <Days days={plan.days} paid={0} label={t('inDays', { count: plan.days })} />
        <p className={styles.ends}>
          <span>{t('firstDay', { day: day(termStartMs(term)) })}</span>
          <span>{t('backOn', { day: day(termEndMs(term)) })}</span>
        </p>
        <Facts
          facts={[
            eachDay,
            inAll,
            { name: t('atTheEnd'), value: money(formatDec(units + daily * BigInt(plan.days)), coin), tone: 'strong' },
          ]}
        />
      </section>
      <Banner kind="warning" icon="warning">
        {t('planNote')}
      </Banner>
      <Button type="submit" size="l" isWide disabled={!isOpen && !isReviewing}>
        {units > 0n ? t('reviewOf', { amount: money(amount, coin) }) : t('review')}
      </Button>
      <ReviewSheet
        title={t('joinTitle', { name: plan.name })}
        isOpen={isReviewing}
        onClose={() => {
          setIsReviewing(false)
          if (state === 'done') go(followPaths.planRecords)
          send({ type: 'dismiss' })
        }}
        rows={[
          { name: t('amount'), value: money(amount === '' ? '0' : amount, coin), isStrong: true },
          eachDay,
          inAll,
          { name: t('firstDayShort'), value: day(termStartMs(term)) },
          { name: t('backShort'), value: t('atMidnight', { day: day(termEndMs(term)) }) },
          { name: t('leaveEarly'), value: t('notPossible') },
        ]}
        hold={state === 'editing' && !mayJoinNow(snapshot) ? t(`closedText.${plan.status}`) : null}
        confirm={t('joinConfirm', { amount: money(amount === '' ? '0' : amount, coin) })}
        state={state}
        failure={failure}
        onConfirm={() => send({ type: 'join', amount, key: newKey(serverNow()) })}
        doneTitle={t('joinDone')}
        done={<p>{t('joinDoneText', { day: day(termStartMs(term)) })}</p>}
      />
    </form>
  )
}
