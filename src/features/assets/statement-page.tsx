import type { StatementTold } from '#contract/assets/assets.ts'
import type { StatementName } from '#contract/pnl.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useServices } from '#src/actors/services.tsx'
import { csvOf } from '#src/lib/csv.ts'
import type { Days } from '#src/lib/days.ts'
import { formatTime } from '#src/lib/format.ts'
import type { MoneyKind } from '#src/lib/money-text.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { DayFilter } from '#src/parts/money/day-filter.tsx'
import { Filters } from '#src/parts/money/filter.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '#src/parts/worth/amount.tsx'
import { sumOf } from '#src/parts/worth/valuation.ts'
import { daysOfSpan, statementSpans, type StatementSpan } from './statement-days.ts'
import styles from './statement-page.module.css'
import { useBalances } from '#src/parts/worth/use-balances.ts'
import { useStatement } from './use-statement.ts'

/** How the total before some days became the one after them, as rows that add up, and as a file. */
export function StatementPage() {
  const { t } = useTranslation('assets')
  const { serverNow } = useServices()
  const [first] = useState(() => serverNow() ?? Date.now())
  const [days, setDays] = useState<Days>(() => daysOfSpan('month', first))
  const { value, failure, isBusy, refresh } = useStatement(days, useBalances().value?.seq ?? null)
  const chosen: StatementSpan | 'own' =
    statementSpans.find((span) => {
      const of = daysOfSpan(span, first)
      return of.from === days.from && of.to === days.to
    }) ?? 'own'
  return (
    <Page title={t('statement.title')} onRefresh={refresh}>
      <Stack gap={3}>
        <Segmented
          label={t('pnl.span')}
          size="s"
          options={statementSpans.map((value) => ({
            value,
            label: t(value === 'month' ? 'statement.month' : `pnl.spans.${value}`),
          }))}
          value={chosen}
          onChange={(span) => span !== 'own' && setDays(daysOfSpan(span, first))}
        />
        <Filters>
          <DayFilter chosen={days} onChoose={setDays} />
        </Filters>
        {value === null && failure === null && <Skeleton lines={10} height={36} />}
        {failure !== null && <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />}
        {value !== null &&
          (isEmpty(value) ? <Empty text={t('statement.empty')} icon="history" /> : <Told told={value} />)}
      </Stack>
    </Page>
  )
}

const isEmpty = ({ rows }: StatementTold) => rows.every(({ amount }) => amount === '0')

/** Results by product, in the order of the rows. */
const realised = ['spot', 'exchange', 'lever', 'option', 'moved'] as const satisfies readonly StatementName[]
const unrealised = ['coins', 'open'] as const satisfies readonly StatementName[]
/** What the accounts and pages of the products are called already. */
const words: Partial<Record<StatementName, string>> = {
  spot: 'accounts.change',
  exchange: 'flash',
  lever: 'accounts.lever',
  option: 'accounts.micro',
}

function Told({ told }: { readonly told: StatementTold }) {
  const { t } = useTranslation('assets')
  const amounts = new Map(told.rows.map(({ name, amount }) => [name, amount]))
  const of = (name: StatementName) => amounts.get(name) ?? '0'
  const nameOf = (name: StatementName) => t(words[name] ?? `statement.${name}`)
  const parts = (names: readonly StatementName[]) =>
    names.map((name) => <Line key={name} name={nameOf(name)} amount={of(name)} isPart />)
  const save = () => {
    const lines = told.rows.map(({ name, amount }) => [nameOf(name), amount])
    const file = csvOf([
      [t('statement.item'), `${t('export.columns.amount')} (${baseCoin.name})`],
      ...lines,
      [t('statement.difference'), told.difference],
      [t('statement.fees'), told.fees],
    ])
    saveFile(new File([file], `kontor-statement-${told.from}-${told.to}.csv`, { type: 'text/csv' }))
  }
  return (
    <Box
      as="section"
      ground="raised"
      round={3}
      topPad={2}
      sidePad={4}
      endPad={4}
      isEdged
      aria-label={t('statement.title')}
    >
      <dl className={styles.rows}>
        <Line name={nameOf('before')} hint={`${told.from} 00:00 UTC`} amount={of('before')} isTotal />
        <Line name={t('statement.realised')} amount={sumOf(realised.map(of))} isSum />
        {parts(realised)}
        <Line name={nameOf('income')} amount={of('income')} isSum />
        <Line name={nameOf('expense')} amount={of('expense')} isSum />
        <Line name={t('statement.unrealised')} amount={sumOf(unrealised.map(of))} isSum />
        {parts(unrealised)}
        <Line name={nameOf('flow')} amount={of('flow')} isSum isPlain />
        <Line name={nameOf('after')} hint={`${told.to} 24:00 UTC`} amount={of('after')} isTotal />
        <Line name={t('statement.difference')} hint={t('statement.sums')} amount={told.difference} kind="have" />
        <Line name={t('statement.fees')} amount={told.fees} kind="cost" />
      </dl>
      <Row justify="between" line="top" size={2} tone={2} wraps className={styles.foot}>
        <p>
          {t('statement.asOf', { time: formatTime(told.server_now_ms) })} {t('statement.rounded')}
        </p>
        <Button kind="quiet" size="s" icon="download" onClick={save}>
          {t('export.start')}
        </Button>
      </Row>
    </Box>
  )
}

type LineProps = {
  readonly name: ReactNode
  readonly hint?: string
  readonly amount: string
  readonly isTotal?: boolean
  readonly isSum?: boolean
  readonly isPart?: boolean
  readonly isPlain?: boolean
  readonly kind?: MoneyKind
}

function Line({
  name,
  hint,
  amount,
  isTotal = false,
  isSum = false,
  isPart = false,
  isPlain,
  kind = isTotal ? 'have' : 'gain',
}: LineProps) {
  return (
    <div data-level={isTotal ? 'total' : isSum ? 'sum' : isPart ? 'part' : undefined}>
      <dt>
        {name}
        {hint !== undefined && <small>{hint}</small>}
      </dt>
      <dd>
        <Amount text={amount} unit={baseCoin.name} kind={kind} isPlain={isPlain === true} isBare={!isTotal} />
      </dd>
    </div>
  )
}
