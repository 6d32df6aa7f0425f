import type { HostingOrder } from '#contract/finance.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { mayRedeemNow, redeemStateOf } from '#machines/hosting-order.ts'
import { useServices } from '#src/actors/services.tsx'
import { newKey } from '#src/lib/new-key.ts'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hostingOrderLogic } from './finance.actors.ts'
import { useFinanceFormat } from './use-finance.ts'

/** What leaving now costs and brings, exactly, before it is confirmed; the cost that is shown is sent along. */
export function RedeemSheet({ first, onClose }: { readonly first: HostingOrder; readonly onClose: () => void }) {
  const { t } = useTranslation('finance')
  const services = useServices()
  const { share, money, gain } = useFinanceFormat()
  const actor = useActorRef(
    useMemo(() => hostingOrderLogic(services), [services]),
    { input: { order: first } },
  )
  const snapshot = useSelector(actor, (now) => now)
  const { order, failure } = snapshot.context
  const { currency_name: coin } = order
  const state = redeemStateOf(snapshot)
  const back = formatDec(parseDec(order.amount) - parseDec(order.cancel_fee))
  const result = parseDec(order.earned) - parseDec(order.cancel_fee)
  const isOver = state === 'editing' && !mayRedeemNow(snapshot)
  return (
    <ReviewSheet
      title={t('redeemTitle')}
      isOpen
      onClose={onClose}
      rows={[
        { name: t('amount'), value: money(order.amount, coin) },
        { name: t('penalty'), value: money(`-${order.cancel_fee}`, coin) },
        {
          name: t('howCharged'),
          value: t(`rule.${order.penalty_rule}.now`, { rate: share(order.penalty_ratio), count: order.remain_day }),
        },
        { name: t('youGet'), value: money(back, coin), isStrong: true },
        { name: t('keepInterest'), value: gain(order.earned, coin) },
        { name: t('resultInAll'), value: gain(formatDec(result), coin) },
        { name: t('givenUp'), value: money(formatDec(parseDec(order.total_interest) - parseDec(order.earned)), coin) },
      ]}
      hold={isOver ? t('alreadyOver') : null}
      confirm={t('redeemConfirm', { amount: money(back, coin) })}
      state={state}
      failure={failure}
      onConfirm={() => actor.send({ type: 'redeem', seenFee: order.cancel_fee, key: newKey(services.serverNow()) })}
      doneTitle={t('redeemDone')}
      done={<p>{t('redeemDoneText', { amount: money(back, coin) })}</p>}
    />
  )
}
