import { Section } from '#src/ui/section.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { dailyInterest, penaltyOf } from '#contract/finance/finance-penalty.ts'
import { finance, isHostingOver, type HostingProduct } from '#contract/finance/finance.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { financePaths } from '#src/lib/paths/finance.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { GateCard } from '#src/parts/form/gate.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useLiveForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { useLeastGate, type Gate, type TypedAmount } from '#src/parts/form/use-gate.ts'
import { Link } from '#src/parts/link.tsx'
import { Box, Card, Note, Row } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import { lesser, percentLeft } from './balance.ts'
import { earnedOver, earnedRows, Earnings } from './earned.tsx'
import styles from './finance.module.css'
import { useFinanceFormat, useFree, type Say } from './use-finance.ts'

type About = {
  readonly product: HostingProduct
  readonly free: string | null
  readonly nowMs: number
  readonly t: Say
  readonly shown: ReturnType<typeof useFinanceFormat>
}
type Live = About & { readonly gate: Gate }
const useHosting = (about: About, now: TypedAmount): Live => ({
  ...about,
  gate: useLeastGate(about.product, about.product.save_min, now),
})
const mostOf = ({ product: { save_max, left }, free }: About) => lesser(lesser(free ?? '0', save_max), left)
const ruleOf = ({ product, t, shown }: About) =>
  t(`rule.${product.penalty_rule}.text`, { rate: shown.share(product.penalty_ratio) })

const hostingForm = moneyForm<Live, About>()({
  call: finance.host,
  draft: ({ product }) => `hosting.${product.id}`,
  fields: () => ({ amount: '', agreed: '' }),
  sums: (texts, { product: { day, day_rate, decimal_scale, server_now_ms }, nowMs }) =>
    earnedOver(texts.amount, { days: day, rate: day_rate, scale: decimal_scale, nowMs: nowMs || server_now_ms }),
  faults: ({ texts, sums: { amount }, live: { product, free } }) => ({
    amount: amountFault(amount, {
      min: product.save_min,
      max: lesser(product.save_max === '0' ? (product.left ?? '0') : product.save_max, product.left),
      ...(free !== null && { free }),
    }),
    agreed: texts.agreed === 'yes' ? null : 'refusals:not_agreed',
  }),
  input: ({ sums: { amount }, live: { product } }) => ({ config_id: product.id, amount }),
  review: ({ sums, live }) => {
    const { product, t, shown } = live
    const { currency_name: coin, day: count } = product
    const money = shown.money(sums.amount || '0', coin)
    return {
      title: t('hostTitle', { coin, count }),
      rows: [...earnedRows(sums, live, coin, count), { name: t('leaveEarly'), value: ruleOf(live) }],
      confirm: t('hostConfirm', { amount: money }),
      doneTitle: t('hostDone'),
      done: <p>{t('hostDoneText', { day: shown.day(sums.startMs) })}</p>,
      next: financePaths.hostingOrders,
    }
  },
})

type Props = { readonly product: HostingProduct; readonly onDone: () => void }
/** How much, what it earns if it stays, what leaving early costs, and the rules to agree to; then the review. */
export function HostingForm({ product, onDone }: Props) {
  const { t } = useTranslation(['finance', 'refusals'])
  const { serverNow } = useServices()
  const shown = useFinanceFormat()
  const { share, percent, money } = shown
  const { currency_name: coin, save_min, save_max, left, total } = product
  const free = useFree(product.currency_id)
  const live = { product, free, nowMs: serverNow(), t, shown }
  const form = useLiveForm(hostingForm, live, useHosting, { gate: ({ gate }) => gate, onDone })
  const { fields, sums } = form
  const isClosed = product.status !== 'open'
  const { rule_news_id: text } = product
  const ruleTo = text === null ? financePaths.hostingRule : financePaths.ruleOf(text)
  return (
    <MoneyPage
      form={form}
      label={t('hostTitle', { coin, count: product.day })}
      isClosed={isClosed}
      button={sums.units > 0n ? t('reviewOf', { amount: money(sums.amount, coin) }) : t('review')}
    >
      <GateCard gate={form.live.gate} />
      <Facts
        kind="tiles"
        facts={[
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
      <MoneyField
        fields={fields}
        name="amount"
        label={t('amount')}
        unit={coin}
        scale={product.decimal_scale}
        most={mostOf(live)}
        bounds={{ min: save_min, max: lesser(save_max, left) }}
        hint={t('atLeast', { amount: money(save_min, coin) })}
        balance={t('spotAccount', { amount: free === null ? '—' : money(free, coin) })}
      />
      <Earnings sums={sums} days={product.day} coin={coin} title={t('ifYouStay')} />
      <Leaving product={product} units={sums.units} daily={sums.daily} rule={ruleOf(live)} />
      {free !== null && <Accounts product={product} free={free} units={sums.units} />}
      <Banner kind="warning" icon="warning">
        {t('houseNote')}
      </Banner>
      <Row justify="between" wraps sideGap={3}>
        <Checkbox
          isChecked={fields.texts.agreed === 'yes'}
          error={fields.faultOf('agreed') === null ? null : t('refusals:not_agreed')}
          onChange={(isChecked) => fields.set('agreed', isChecked ? 'yes' : '')}
        >
          {t('agree')}
        </Checkbox>
        <Link to={ruleTo} lay="inline" align="center" isTouch tone="accent">
          {t('titles.rules')}
        </Link>
      </Row>
    </MoneyPage>
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
    <Section isCard title={t('leavingCosts')}>
      {typed === 0n && <Note>{t('exampleOf', { amount: money(product.save_min, product.currency_name) })}</Note>}
      <Box as="table" size={3} isFull className={styles.table} data-unit={product.currency_name}>
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
                <Box as="td" tone={earned < cost ? 'fall' : 'rise'}>
                  {signed(earned - cost)}
                </Box>
              </tr>
            )
          })}
        </tbody>
      </Box>
      <Note>{`${rule} ${t('interestStays')}`}</Note>
    </Section>
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
    <Card as="section" gap={3} pad={4}>
      <Box as="table" size={3} isFull className={styles.table} data-unit={product.currency_name}>
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
      </Box>
    </Card>
  )
}
