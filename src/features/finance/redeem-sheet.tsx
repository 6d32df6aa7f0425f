import { finance, mayHostingStep, type HostingOrder } from '#contract/finance/finance.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { useFollowed } from '#src/actors/use-followed.ts'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyReview } from '#src/parts/form/money-shell.tsx'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hostingCopies } from './finance.actors.ts'
import { useFinanceFormat, type Say } from './use-finance.ts'

type Live = {
  readonly order: HostingOrder
  readonly t: Say
  readonly shown: ReturnType<typeof useFinanceFormat>
}
const redeemForm = moneyForm<Live>()({
  call: finance.redeem,
  draft: ({ order }) => `redeem.${order.id}`,
  fields: () => ({}),
  sums: (_, { order }) => {
    const [earned, cost] = [parseDec(order.earned), parseDec(order.cancel_fee)]
    return {
      back: formatDec(parseDec(order.amount) - cost),
      result: formatDec(earned - cost),
      givenUp: formatDec(parseDec(order.total_interest) - earned),
    }
  },
  faults: () => ({}),
  // The cost that is shown is sent along.
  input: ({ live: { order } }) => ({ id: order.id, seen_fee: order.cancel_fee }),
  review: ({ sums: { back, result, givenUp }, live: { order, t, shown } }) => {
    const { share, money, gain } = shown
    const { currency_name: coin } = order
    return {
      title: t('redeemTitle'),
      rows: [
        { name: t('amount'), value: money(order.amount, coin) },
        { name: t('penalty'), value: money(`-${order.cancel_fee}`, coin) },
        {
          name: t('howCharged'),
          value: t(`rule.${order.penalty_rule}.now`, { rate: share(order.penalty_ratio), count: order.remain_day }),
        },
        { name: t('youGet'), value: money(back, coin), isStrong: true },
        { name: t('keepInterest'), value: gain(order.earned, coin) },
        { name: t('resultInAll'), value: gain(result, coin) },
        { name: t('givenUp'), value: money(givenUp, coin) },
      ],
      hold: mayHostingStep('redeem', order.status) ? null : t('alreadyOver'),
      confirm: t('redeemConfirm', { amount: money(back, coin) }),
      doneTitle: t('redeemDone'),
      done: <p>{t('redeemDoneText', { amount: money(back, coin) })}</p>,
    }
  },
})

/** What leaving now costs and brings, exactly, before it is confirmed. */
export function RedeemSheet({ first, onClose }: { readonly first: HostingOrder; readonly onClose: () => void }) {
  const { t } = useTranslation('finance')
  const services = useServices()
  const shown = useFinanceFormat()
  const copies = useMemo(() => hostingCopies(services), [services])
  const order = useFollowed(first, copies) ?? first
  const form = useMoneyForm(redeemForm, { order, t, shown }, { opens: true })
  return <MoneyReview form={form} onClose={onClose} />
}
