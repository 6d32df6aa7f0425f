import { dailyInterest } from '#contract/finance/finance-penalty.ts'
import { termEndMs, termFrom, termStartMs } from '#contract/finance/earnings-term.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { useTranslation } from 'react-i18next'
import { Card, Note } from '#src/ui/box.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Days } from './parts.tsx'
import { useFinanceFormat, type Say } from './use-finance.ts'

type Terms = { readonly days: number; readonly rate: string; readonly scale: number; readonly nowMs: number }
/** What a typed amount earns over the term that would begin now. */
export function earnedOver(text: string, { days, rate, scale, nowMs }: Terms) {
  const amount = tidyDecimal(text)
  const units = amountFault(amount) === null ? parseDec(amount) : 0n
  const daily = dailyInterest(units, parseDec(rate), scale)
  const term = termFrom(nowMs, days)
  return { amount, units, daily, all: daily * BigInt(days), startMs: termStartMs(term), endMs: termEndMs(term) }
}
type Earned = ReturnType<typeof earnedOver>
type Words = { readonly t: Say; readonly shown: ReturnType<typeof useFinanceFormat> }
const gains = ({ daily, all }: Earned, { t, shown }: Words, coin: string, count: number) =>
  [
    { name: t('eachDay'), value: shown.gain(formatDec(daily), coin), tone: 'rise' },
    { name: t('inDays', { count }), value: shown.gain(formatDec(all), coin), tone: 'rise' },
  ] as const

/** The same in a review. */
export const earnedRows = (sums: Earned, words: Words, coin: string, days: number) => {
  const { t, shown } = words
  return [
    { name: t('amount'), value: shown.money(sums.amount || '0', coin), isStrong: true },
    ...gains(sums, words, coin, days),
    { name: t('firstDayShort'), value: shown.day(sums.startMs) },
    { name: t('backShort'), value: t('atMidnight', { day: shown.day(sums.endMs) }) },
  ]
}

type Props = { readonly sums: Earned; readonly days: number; readonly coin: string; readonly title: string }
/** The days of the term, and what the amount has become at its end. */
export function Earnings({ sums, days, coin, title }: Props) {
  const { t } = useTranslation('finance')
  const shown = useFinanceFormat()
  return (
    <Card as="section" gap={3} pad={4}>
      <h2>{title}</h2>
      <Days days={days} paid={0} label={t('inDays', { count: days })} />
      <Note lay="row" justify="between" wraps gap={1} sideGap={3}>
        <span>{t('firstDay', { day: shown.day(sums.startMs) })}</span>
        <span>{t('backOn', { day: shown.day(sums.endMs) })}</span>
      </Note>
      <Facts
        kind="ruled"
        facts={[
          ...gains(sums, { t, shown }, coin, days),
          { name: t('atTheEnd'), value: shown.money(formatDec(sums.units + sums.all), coin), isStrong: true },
        ]}
      />
    </Card>
  )
}
