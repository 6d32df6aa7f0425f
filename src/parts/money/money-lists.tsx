import { deposit, type DepositRow, type Remittance } from '#contract/wallet/deposit.ts'
import { withdraw, type WithdrawRow } from '#contract/wallet/withdraw.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useServices } from '#src/actors/services.tsx'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { AddressGroups } from '#src/parts/address-groups.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useTranslation } from 'react-i18next'
import { CaseList } from './case-list.tsx'
import { MoneyRow } from './money-row.tsx'

const depositColumns = [
  'number',
  'time',
  'status',
  'filter.coin',
  'csv.amount',
  'credited',
  'csv.fiat',
  'sent',
  'csv.network',
  'address',
  'sender',
  'remark',
] as const

/** Deposits by network and by bank, newest first; what the venue decides appears at once. */
export function DepositList() {
  const { t } = useTranslation('money')
  const { request } = useServices()
  const shown = useNumbers()
  return (
    <CaseList<DepositRow>
      kind="deposit"
      on="deposit.changed"
      hasCoin
      empty={{ text: t('noDeposits'), icon: 'deposit', word: 'toDeposit', to: depositPaths.deposit }}
      read={async (asked, signal) => {
        const reply = await request.read(deposit.list, asked, { ...(signal && { signal }) })
        return reply.ok ? { ok: true, value: { rows: reply.value.data, total: reply.value.total } } : reply
      }}
      csv={{
        name: 'kontor-deposits.csv',
        head: depositColumns.map((word) => t(word)),
        lineOf: (row) => [
          String(row.id),
          row.created_at,
          t(`statuses.${row.status}`),
          row.name,
          row.amount,
          row.daozhang_num,
          row.fiat ?? '',
          row.fiat_amount ?? '',
          row.netType ?? '',
          row.address ?? '',
          row.user_account,
          row.remark ?? '',
        ],
      }}
      render={(row) => (
        <MoneyRow
          title={`${row.name} · ${row.is_bank ? t('bank') : (row.netType ?? '')}`}
          amount={shown.money(row.amount, row.name)}
          status={row.status}
          at={row.created_at}
          remark={row.remark}
          pictures={row.imgs}
          again={row.is_bank ? depositPaths.chargeBank : depositPaths.deposit}
          details={[
            {
              name: t('sent'),
              value:
                row.fiat === null
                  ? shown.money(row.sent ?? row.amount, row.name)
                  : shown.money(row.fiat_amount ?? '0', row.fiat),
            },
            ...(row.status === 'passed'
              ? [{ name: t('credited'), value: shown.money(row.daozhang_num, row.name) }]
              : []),
            ...(row.status !== 'processing' || row.needed === undefined
              ? []
              : [{ name: t('confirmations'), value: `${row.confirmations ?? 0} / ${row.needed}` }]),
            ...(row.address === null ? [] : [{ name: t('address'), value: <AddressGroups address={row.address} /> }]),
            ...(row.user_account === '' ? [] : [{ name: t('sender'), value: row.user_account }]),
          ]}
        />
      )}
    />
  )
}

/** Withdrawals to addresses and to banks, newest first. */
export function WithdrawList() {
  const { t } = useTranslation('money')
  const { request } = useServices()
  return (
    <CaseList<WithdrawRow>
      kind="withdraw"
      on="withdraw.changed"
      hasCoin
      empty={{ text: t('noWithdrawals'), icon: 'withdraw', word: 'toWithdraw', to: withdrawPaths.withdraw }}
      read={async (asked, signal) => {
        const reply = await request.read(withdraw.list, asked, { ...(signal && { signal }) })
        return reply.ok ? { ok: true, value: { rows: reply.value.data, total: reply.value.total } } : reply
      }}
      csv={{
        name: 'kontor-withdrawals.csv',
        head: [
          'number',
          'time',
          'status',
          'filter.coin',
          'csv.amount',
          'fee',
          'receipt',
          'csv.fiat',
          'csv.network',
          'address',
          'txid',
          'note',
          'remark',
        ].map((word) => t(word)),
        lineOf: (row) => [
          String(row.id),
          row.create_time,
          t(`statuses.${row.status}`),
          row.name,
          row.number,
          row.rate,
          row.fiat_amount ?? row.real_number,
          row.fiat ?? '',
          row.netType ?? '',
          row.address,
          row.txid ?? '',
          row.notes ?? '',
          row.remark ?? '',
        ],
      }}
      render={(row) => <WithdrawLine row={row} />}
    />
  )
}

function WithdrawLine({ row }: { readonly row: WithdrawRow }) {
  const { t } = useTranslation('money')
  const shown = useNumbers()
  return (
    <MoneyRow
      title={`${row.name} · ${row.is_bank ? t('bank') : (row.netType ?? '')}`}
      amount={shown.gain(`-${row.number}`, row.name)}
      status={row.status}
      at={row.create_time}
      remark={row.remark}
      details={[
        ...(row.status === 'rejected'
          ? [{ name: t('returned'), value: shown.money(row.number, row.name) }]
          : [
              { name: t('fee'), value: shown.cost(row.rate, row.name) },
              {
                name: t(row.status === 'passed' ? 'receipt' : 'toReceive'),
                value:
                  row.fiat === null
                    ? shown.money(row.real_number, row.name)
                    : shown.money(row.fiat_amount ?? '0', row.fiat),
              },
            ]),
        { name: t('address'), value: row.is_bank ? row.address : <AddressGroups address={row.address} /> },
        ...(row.txid === null ? [] : [{ name: t('txid'), value: <AddressGroups address={row.txid} /> }]),
        ...(row.notes === null ? [] : [{ name: t('note'), value: row.notes }]),
      ]}
    />
  )
}

/** Transfers of fiat to the venue's accounts, newest first. */
export function RemittanceList() {
  const { t } = useTranslation('money')
  const { request } = useServices()
  const shown = useNumbers()
  return (
    <CaseList<Remittance>
      kind="remittance"
      on="deposit.remittanceChanged"
      empty={{ text: t('noRemittances'), icon: 'deposit', word: 'toFast', to: depositPaths.depositMobile }}
      read={async ({ currency: _, ...asked }, signal) => {
        const reply = await request.read(deposit.remittances, asked, { ...(signal && { signal }) })
        return reply.ok ? { ok: true, value: { rows: reply.value.list, total: reply.value.count } } : reply
      }}
      csv={{
        name: 'kontor-fast-buys.csv',
        head: ['number', 'time', 'status', 'csv.fiat', 'sent', 'fee', 'credited', 'reference', 'sender', 'remark'].map(
          (word) => t(word),
        ),
        lineOf: (row) => [
          row.remit_no,
          row.create_time,
          t(`statuses.${row.status}`),
          row.fiat,
          row.amount,
          row.fee,
          row.result,
          row.reference,
          row.payer_name,
          row.remark ?? '',
        ],
      }}
      render={(row) => (
        <MoneyRow
          title={`${row.fiat} → ${baseCoin.name}`}
          amount={shown.money(row.result, baseCoin.name)}
          status={row.status}
          at={row.create_time}
          remark={row.remark}
          pictures={row.imgs}
          again={depositPaths.depositMobile}
          details={[
            { name: t('sent'), value: shown.money(row.amount, row.fiat) },
            { name: t('fee'), value: shown.cost(row.fee, baseCoin.name) },
            { name: t('reference'), value: row.reference },
            { name: t('sender'), value: row.payer_name },
            { name: t('number'), value: row.remit_no },
          ]}
        />
      )}
    />
  )
}
