import { Count } from '#src/ui/count.tsx'
import { Entry } from '#src/parts/entry.tsx'
import type { Days } from '#src/lib/days.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { AddressGroups } from '#src/parts/address-groups.tsx'
import { CardHead } from '#src/parts/card-head.tsx'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { CaseList } from '#src/parts/money/case-list.tsx'
import { DayFilter } from '#src/parts/money/day-filter.tsx'
import { CsvExport } from '#src/parts/money/csv-export.tsx'
import { copiedFact } from '#src/parts/copy-button.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { CoinFilter, Filter, Filters, StatusFilter } from '#src/parts/money/filter.tsx'
import { MoneyRow } from '#src/parts/money/money-row.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { QrCode } from '#src/parts/qr-code.tsx'
import { Fills } from '#src/parts/trade/fills.tsx'
import { RowCells } from '#src/parts/trade/row-cells.tsx'
import { herePath } from '#src/lib/hash-location.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Section } from '#src/ui/section.tsx'
import { Box, Card, Note, Press, Row as Line, Stack } from '#src/ui/box.tsx'
import { ChangeBadge } from '#src/ui/number.tsx'
import { List } from '#src/ui/list.tsx'
import { LogView } from '#src/ui/log-view.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './specimens.module.css'
import { address, evening, lost, pagerOf, rows, type Row } from './samples.ts'
import { State, type Shelf } from '@kontor/inspector/shelf'

const idle = () => {}
const many = Array.from({ length: 1000 }, (_, at) => at)
const lineOf = (at: number) => (
  <Box as="span" isBlock blockPad={1} sidePad={2}>
    {at}
  </Box>
)
const found = { rows, total: rows.length }
const read = async () => ({ ok: true as const, value: found })
const textsOf = ({ id, amount }: Row) => [String(id), amount]
const head = ['id', 'amount']

function Lists() {
  const { t } = useTranslation('ui')
  return <List label={t('amount')} items={many} rowHeight={32} height={128} render={lineOf} />
}
function Logs() {
  const { t } = useTranslation('ui')
  return (
    <div className={styles.log}>
      <LogView label={t('amount')} count={40} keyOf={(at) => at} render={lineOf} estimate={36} onRange={idle} />
    </div>
  )
}
function Pages() {
  const { t } = useTranslation('money')
  const list = (state: Parameters<typeof pagerOf>[0], shown: readonly Row[], failure: Failure | null = null) => (
    <PagedList
      pager={pagerOf(state, shown, failure)}
      keyOf={({ id }) => id}
      render={({ amount }) => (
        <Box as="span" isBlock blockPad={1} sidePad={2}>
          {amount}
        </Box>
      )}
      emptyText={t('noDeposits')}
      rowHeight={32}
    />
  )
  return (
    <>
      <State state="loading">{list('loading', [])}</State>
      <State state="idle">{list('idle', rows)}</State>
      <State state="more">{list('more', rows)}</State>
      <State state="failed">{list('failed', rows, lost)}</State>
      <State state="end">{list('end', rows)}</State>
      <State state="empty">{list('end', [])}</State>
    </>
  )
}
function Cases() {
  const { t } = useTranslation('money')
  return (
    <CaseList<Row>
      read={read}
      kind="deposit"
      on="deposit.changed"
      hasCoin
      csv={{ name: 'gallery.csv', head, lineOf: textsOf }}
      empty={{ text: t('noDeposits'), icon: 'history', word: 'toDeposit', to: herePath() }}
      render={({ amount }) => (
        <MoneyRow title={t('toDeposit')} amount={amount} status="passed" at={evening} remark={null} details={[]} />
      )}
    />
  )
}
function MoneyRows() {
  const { t } = useTranslation('money')
  return (['processing', 'passed', 'rejected'] as const).map((status) => (
    <State key={status} state={status}>
      <MoneyRow
        title={t('toDeposit')}
        amount="100 USDT"
        status={status}
        at={evening}
        remark={status === 'rejected' ? 'duplicate' : null}
        details={[{ name: t('bank'), value: 'HSBC' }]}
      />
    </State>
  ))
}
function FactRows() {
  const { t } = useTranslation('money')
  return (
    <>
      {(['plain', 'ruled', 'tall', 'dense'] as const).map((kind) => (
        <State key={kind} state={kind}>
          <Facts
            kind={kind}
            facts={[
              kind === 'tall' ? copiedFact(t('fee'), '0.5 USDT') : { name: t('fee'), value: '0.5 USDT' },
              { name: t('receipt'), value: '99.5 USDT', isStrong: true },
            ]}
          />
        </State>
      ))}
    </>
  )
}
function PagedRows() {
  const { t } = useTranslation('money')
  return (
    <Paged
      read={read}
      keyOf={({ id }) => id}
      render={({ amount }) => (
        <Box as="span" isBlock blockPad={1} sidePad={2}>
          {amount}
        </Box>
      )}
      empty={{ text: t('noDeposits') }}
      isRuled
    />
  )
}
const words = (
  <>
    <b>{rows[0]?.id}</b>
    <Note as="span">{evening}</Note>
  </>
)
function FilterRow() {
  const { t } = useTranslation('ui')
  const [side, setSide] = useState('bids')
  return (
    <Filter
      title={t('price')}
      choices={[
        { value: 'bids', label: t('bids') },
        { value: 'asks', label: t('asks') },
      ]}
      chosen={side}
      onChoose={setSide}
    />
  )
}
const FilterRows = () => (
  <Filters>
    <FilterRow />
    <FilterRow />
  </Filters>
)
function DayFilters() {
  const [days, setDays] = useState<Days>({ from: '2026-11-01', to: null })
  return (
    <Filters>
      <DayFilter chosen={days} onChoose={setDays} />
    </Filters>
  )
}
const Csv = () => <CsvExport<Row> name="gallery.csv" head={head} read={read} lineOf={textsOf} />
function FillRows() {
  const { t } = useTranslation('market')
  const cells = [
    [t('price'), '61,204.50'],
    [t('amount'), '0.25 BTC'],
    [t('total'), '15,301.13'],
  ] as const
  return (
    <Fills<Row>
      name="gallery"
      box={null}
      sides={[
        { value: 'in', label: t('buy') },
        { value: 'out', label: t('sell') },
      ]}
      read={read}
      events={[]}
      head={head}
      lineOf={textsOf}
      viewOf={({ id }) => ({
        at: evening,
        title: t(id % 2 === 0 ? 'sell' : 'buy'),
        tone: id % 2 === 0 ? 'fall' : 'rise',
        symbol: 'BTC/USDT',
        role: 'taker',
        cells,
      })}
    />
  )
}
function Cells() {
  const { t } = useTranslation('market')
  return (
    <RowCells
      cells={[
        [t('price'), '61,204.50'],
        [t('amount'), '0.25 BTC'],
        [t('total'), '15,301.13'],
        [t('time'), '18:00'],
      ]}
    />
  )
}
function Heads() {
  const { t } = useTranslation('market')
  return (
    <CardHead mark={<CoinIcon name="BTC" logo="" />} name="BTC/USDT" note={t('last')}>
      <ChangeBadge text="+1.20%" trend="rise" />
    </CardHead>
  )
}
const Coins = () => (
  <Line gap={3} wraps>
    {[20, 28, 40].map((size) => (
      <CoinIcon key={size} name="BTC" logo="" size={size} />
    ))}
    <CoinIcon name="ETH" logo="" />
  </Line>
)
function Qr() {
  const { t } = useTranslation('money')
  return <QrCode text={address} label={t('address')} />
}

export const lists: Shelf = {
  id: 'lists',
  specimens: {
    List: Lists,
    LogView: Logs,
    PagedList: Pages,
    Paged: PagedRows,
    CaseList: Cases,
    MoneyRow: MoneyRows,
    Facts: FactRows,
    Box: () => (
      <Box pad={2} ground="well" round={2} tone="accent">
        {words}
      </Box>
    ),
    Stack: () => <Stack gap={1}>{words}</Stack>,
    Row: () => <Line gap={2}>{words}</Line>,
    Card: () => (
      <Card gap={1} pad={3}>
        {words}
      </Card>
    ),
    Section: () => (
      <Section title={evening} end={<Badge>{rows[0]?.id}</Badge>} isCard>
        {words}
      </Section>
    ),
    Note: () => <Note>{evening}</Note>,
    Press: () => (
      <Press lay="row" gap={2} isTouch onClick={idle}>
        {words}
      </Press>
    ),
    Filters: FilterRows,
    Filter: FilterRow,
    CoinFilter: () => <CoinFilter chosen={null} onChoose={idle} />,
    StatusFilter: () => <StatusFilter chosen={null} onChoose={idle} />,
    DayFilter: DayFilters,
    CsvExport: Csv,
    Fills: FillRows,
    RowCells: Cells,
    Count: () => <Count tone="accent" count={7} />,
    CardHead: Heads,
    Entry: () => (
      <Entry title={evening} notes={[rows[0]?.amount]}>
        {rows[0]?.id}
      </Entry>
    ),
    CoinIcon: Coins,
    AddressGroups: () => <AddressGroups address={address} />,
    QrCode: Qr,
  },
}
