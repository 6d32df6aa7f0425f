import { deposit, type DepositRow, type Remittance } from '#contract/deposit.ts'
import { withdraw, type WithdrawRow } from '#contract/withdraw.ts'
import { usePager, type Pager } from '#src/actors/use-pager.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { useFormat } from '#src/parts/use-format.ts'
import { Button } from '#src/ui/button.tsx'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyRow } from './money-row.tsx'
import { useRefreshOn } from './use-refresh-on.ts'
import styles from './money.module.css'

const size = 10
/** A change in between moves rows to other pages: each is shown once. */
const useOnce = <T extends { readonly id: string | number }>(pager: Pager<T>) => {
  const rows = useMemo(() => [...new Map(pager.rows.map((row) => [row.id, row])).values()], [pager.rows])
  return { ...pager, rows }
}

/** Deposits by network and by bank, newest first; what the venue decides appears at once. */
export function DepositList() {
  const { t } = useTranslation('money')
  const { request } = useServices()
  const shown = useFormat()
  const pager = useOnce(
    usePager<DepositRow>(async (page) => {
      const reply = await request.read(deposit.list, { page, limit: size })
      return reply.ok ? { ok: true, value: { rows: reply.value.data, isLast: reply.value.next_page_url === null } } : reply
    }),
  )
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  useRefreshOn(['deposit.changed'], () => void refresh())
  return (
    <div className={styles.list}>
      <PagedList
        pager={pager}
        keyOf={({ id }) => id}
        emptyText={t('noDeposits')}
        emptyIcon="deposit"
        emptyAction={<Way to={depositPaths.deposit} word="toDeposit" />}
        render={(row) => (
          <MoneyRow
            title={`${row.name} · ${row.is_bank ? t('bank') : (row.netType ?? '')}`}
            amount={`${shown.amount(row.amount)} ${row.name}`}
            status={row.status}
            at={row.created_at}
            remark={row.remark}
            pictures={row.imgs}
            details={[
              { name: t('sent'), value: row.fiat === null ? `${shown.amount(row.amount)} ${row.name}` : `${shown.amount(row.fiat_amount ?? '0')} ${row.fiat}` },
              { name: t('credited'), value: `${shown.amount(row.daozhang_num)} ${row.name}` },
              ...(row.address === null ? [] : [{ name: t('address'), value: row.address }]),
              ...(row.user_account === '' ? [] : [{ name: t('sender'), value: row.user_account }]),
            ]}
          />
        )}
      />
    </div>
  )
}

/** Withdrawals to addresses and to banks, newest first. */
export function WithdrawList() {
  const { t } = useTranslation('money')
  const { request } = useServices()
  const shown = useFormat()
  const pager = useOnce(
    usePager<WithdrawRow>(async (page) => {
      const reply = await request.read(withdraw.list, { page, limit: size })
      return reply.ok ? { ok: true, value: { rows: reply.value.data, isLast: reply.value.next_page_url === null } } : reply
    }),
  )
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  useRefreshOn(['withdraw.changed'], () => void refresh())
  return (
    <div className={styles.list}>
      <PagedList
        pager={pager}
        keyOf={({ id }) => id}
        emptyText={t('noWithdrawals')}
        emptyIcon="withdraw"
        emptyAction={<Way to={withdrawPaths.withdraw} word="toWithdraw" />}
        render={(row) => (
          <MoneyRow
            title={`${row.name} · ${row.is_bank ? t('bank') : (row.netType ?? '')}`}
            amount={`−${shown.amount(row.number)} ${row.name}`}
            status={row.status}
            at={row.create_time}
            remark={row.remark}
            details={[
              { name: t('fee'), value: `${shown.amount(row.rate)} ${row.name}` },
              { name: t('receipt'), value: row.fiat === null ? `${shown.amount(row.real_number)} ${row.name}` : `${shown.amount(row.fiat_amount ?? '0')} ${row.fiat}` },
              { name: t('address'), value: row.address },
              ...(row.txid === null ? [] : [{ name: t('txid'), value: row.txid }]),
              ...(row.notes === null ? [] : [{ name: t('note'), value: row.notes }]),
            ]}
          />
        )}
      />
    </div>
  )
}

/** Transfers of fiat to the venue's accounts, newest first. */
export function RemittanceList() {
  const { t } = useTranslation('money')
  const { request } = useServices()
  const shown = useFormat()
  const pager = useOnce(
    usePager<Remittance>(async (page) => {
      const reply = await request.read(deposit.remittances, { page, limit: size })
      return reply.ok ? { ok: true, value: { rows: reply.value.list, isLast: page * size >= reply.value.count } } : reply
    }),
  )
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  useRefreshOn(['deposit.remittanceChanged'], () => void refresh())
  return (
    <div className={styles.list}>
      <PagedList
        pager={pager}
        keyOf={({ id }) => id}
        emptyText={t('noRemittances')}
        emptyIcon="deposit"
        emptyAction={<Way to={depositPaths.depositMobile} word="toFast" />}
        render={(row) => (
          <MoneyRow
            title={`${row.fiat} → USDT`}
            amount={`${shown.amount(row.result)} USDT`}
            status={row.status}
            at={row.create_time}
            remark={row.remark}
            pictures={row.imgs}
            details={[
              { name: t('sent'), value: `${shown.amount(row.amount)} ${row.fiat}` },
              { name: t('fee'), value: `${shown.amount(row.fee)} USDT` },
              { name: t('reference'), value: row.reference },
              { name: t('sender'), value: row.payer_name },
              { name: t('number'), value: row.remit_no },
            ]}
          />
        )}
      />
    </div>
  )
}

function Way({ to, word }: { readonly to: string; readonly word: string }) {
  const { t } = useTranslation('money')
  return (
    <Button kind="quiet" onClick={() => go(to)}>
      {t(word)}
    </Button>
  )
}
