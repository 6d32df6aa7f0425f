import { assets, type Log } from '#contract/assets/assets.ts'
import type { AccountKind } from '#contract/wire/booking.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { useServices } from '#src/actors/services.tsx'
import { Link } from '#src/parts/link.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Row } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinBasis } from './coin-basis.tsx'
import { CoinList } from './coin-list.tsx'
import { HoldingCard } from './holding-card.tsx'
import { HoldingFooter } from './holding-footer.tsx'
import { holdingOf } from './holdings.ts'
import { accountIn, idIn, recordsPath } from './links.ts'
import { LogRow } from './log-row.tsx'
import { Networks } from './networks.tsx'
import styles from './trade-account-page.module.css'
import { useBalances } from './use-balances.ts'
import { usePnl } from './use-pnl.ts'
import { WalletActions } from './worth-card.tsx'

const logsShown = 5

/** One coin of one account (`?currency=&account=`): balance, networks, and the latest bookings. */
export function TradeAccountPage() {
  const { t } = useTranslation('assets')
  const query = useQuery()
  const currency = idIn(query['currency'])
  const kind = accountIn(query['account']) ?? 'change'
  // Without a coin it is the account as a whole.
  if (query['currency'] === undefined) return <OneAccount kind={kind} />
  if (currency === null) return <Page title={t('title')}>{<Empty text={t('noCoin')} icon="wallet" />}</Page>
  return <OneCoin key={`${currency} ${kind}`} currency={currency} kind={kind} />
}

/** All coins of one account, and what can be done with it. */
function OneAccount({ kind }: { readonly kind: AccountKind }) {
  const { t } = useTranslation('assets')
  const { value, freshness, hasFailed, refresh } = useBalances()
  return (
    <Page title={t(`accounts.${kind}`)} onRefresh={refresh}>
      <div className={styles.coin}>
        <WalletActions />
        {value !== null && <CoinList cells={value.cells[kind]} kind={kind} isStale={freshness === 'stale'} />}
        {value === null &&
          (hasFailed ? (
            <ReadFailed failure={null} onRetry={() => void refresh()} />
          ) : (
            <Skeleton lines={6} height={44} />
          ))}
      </div>
    </Page>
  )
}

type Props = { readonly currency: number; readonly kind: AccountKind }

function OneCoin({ currency, kind }: Props) {
  const { t } = useTranslation('assets')
  const { request } = useServices()
  const balances = useBalances()
  const detail = useRead(`${currency} ${kind}`, (signal) =>
    request.read(assets.detail, { currency, type: kind }, { signal }),
  )
  const cell = balances.value?.cells[kind].find((each) => each.currency === currency)
  const logs = useLastLogs(currency, kind, cell?.seq ?? null)
  const pnl = usePnl(balances.value?.seq ?? null)
  const cost = pnl.value?.coins.find((each) => each.currency === currency)
  const refresh = () => Promise.all([balances.refresh(), detail.refresh(), logs.refresh(), pnl.refresh()])
  const shown = cell ?? detail.value
  const account = t(`accounts.${kind}`)
  if (shown === null || shown === undefined) {
    const isGone = detail.failure?.kind === 'refused' && detail.failure.reason === 'not_found'
    return (
      <Page title={account} onRefresh={refresh}>
        {detail.failure === null && <Skeleton lines={4} height={48} />}
        {isGone && <Empty text={t('noCoin')} icon="wallet" />}
        {detail.failure !== null && !isGone && (
          <ReadFailed failure={detail.failure} isBusy={detail.isBusy} onRetry={() => void refresh()} />
        )}
      </Page>
    )
  }
  const holding = holdingOf(shown, kind)
  return (
    <Page
      title={t('detailOf', { coin: holding.name, account })}
      onRefresh={refresh}
      footer={<HoldingFooter coin={holding.name} isSpot={kind === 'change'} />}
    >
      <div className={styles.coin}>
        <HoldingCard holding={holding} freshness={balances.freshness} ageMs={balances.ageMs} />
        {cost !== undefined && <CoinBasis cost={cost} coin={holding.name} />}
        {detail.value !== null && detail.value.networks.length > 0 && (
          <Networks networks={detail.value.networks} coin={holding.name} />
        )}
        <section className={styles.section}>
          <Row justify="between" className={styles.head}>
            <h2>{t('recordsTitle')}</h2>
            <Link to={recordsPath(currency, kind)} className={styles.all}>
              {t('filter.all')}
            </Link>
          </Row>
          <Logs logs={logs.value} hasFailed={logs.failure !== null} onRetry={() => void logs.refresh()} />
        </section>
      </div>
    </Page>
  )
}

/** The latest bookings; read again after each change, while the old ones stay visible. */
function useLastLogs(currency: number, kind: AccountKind, seq: number | null) {
  const { request } = useServices()
  const logs = useRead(`${currency} ${kind}`, async (signal) =>
    lastOf(await request.read(assets.logs, { currency, type: kind, limit: logsShown }, { signal })),
  )
  const { refresh } = logs
  const read = useRef(seq)
  useEffect(() => {
    const isFirst = read.current === null
    if (read.current === seq) return
    read.current = seq
    if (!isFirst) void refresh()
  }, [seq, refresh])
  return logs
}
const lastOf = (reply: Reply<{ readonly list: readonly Log[] }>): Reply<readonly Log[]> =>
  reply.ok ? { ok: true, value: reply.value.list } : reply

type LogsProps = { readonly logs: readonly Log[] | null; readonly hasFailed: boolean; readonly onRetry: () => void }

function Logs({ logs, hasFailed, onRetry }: LogsProps) {
  const { t } = useTranslation('assets')
  if (logs === null)
    return hasFailed ? <ReadFailed failure={null} onRetry={onRetry} /> : <Skeleton lines={3} height={52} />
  if (logs.length === 0) return <Empty text={t('noRecords')} icon="history" />
  return (
    <ul className={styles.rows}>
      {logs.map((log) => (
        <li key={log.id}>
          <LogRow log={log} />
        </li>
      ))}
    </ul>
  )
}
