import { assets, type Log } from '#contract/assets/assets.ts'
import type { AccountKind } from '#contract/wire/booking.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { useQuery, go } from '#src/lib/hash-location.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { useServices } from '#src/actors/services.tsx'
import { Link } from '#src/parts/link.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinBasis } from './coin-basis.tsx'
import { CoinList } from './coin-list.tsx'
import { holdingOf } from './holdings.ts'
import { accountIn, idIn, recordsPath } from './links.ts'
import { LogRow } from './log-row.tsx'
import styles from './trade-account-page.module.css'
import { useBalances } from '#src/parts/worth/use-balances.ts'
import { usePnl } from '#src/parts/worth/use-pnl.ts'
import { WalletActions } from './worth-card.tsx'
import { useFiats } from '#src/parts/worth/total.tsx'
import { baseCoin } from '#contract/wire/limits.ts'
import { marketOf, symbolOf } from '#contract/market/market.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { loading } from '#streams/kit/live.ts'
import type { Currency } from '#contract/market/market.ts'
import { currencyScaleOf } from '#contract/wire/money-text.ts'
import { decimalsOf } from '#contract/wire/money.ts'
import { Money } from '#src/ui/money.tsx'
import networkStyles from './networks.module.css'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import type { Freshness } from '#streams/kit/live.ts'
import { Amount } from '#src/parts/worth/amount.tsx'
import holdingCard from './holding-card.module.css'
import type { Holding } from './holdings.ts'
import { valued } from '#src/parts/worth/valuation.ts'

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
      <Stack gap={4}>
        <WalletActions />
        {value !== null && <CoinList cells={value.cells[kind]} kind={kind} isStale={freshness === 'stale'} />}
        {value === null &&
          (hasFailed ? (
            <ReadFailed failure={null} onRetry={() => void refresh()} />
          ) : (
            <Skeleton lines={6} height={44} />
          ))}
      </Stack>
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
      <Stack gap={4}>
        <HoldingCard holding={holding} freshness={balances.freshness} ageMs={balances.ageMs} />
        {cost !== undefined && <CoinBasis cost={cost} coin={holding.name} />}
        {detail.value !== null && detail.value.networks.length > 0 && (
          <Networks networks={detail.value.networks} coin={holding.name} />
        )}
        <Stack as="section" gap={1}>
          <Row justify="between">
            <h2>{t('recordsTitle')}</h2>
            <Link to={recordsPath(currency, kind)} className={styles.all}>
              {t('filter.all')}
            </Link>
          </Row>
          <Logs logs={logs.value} hasFailed={logs.failure !== null} onRetry={() => void logs.refresh()} />
        </Stack>
      </Stack>
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
    <Box as="ul" isRuled>
      {logs.map((log) => (
        <li key={log.id}>
          <LogRow log={log} />
        </li>
      ))}
    </Box>
  )
}

/** The actions for a coin: deposit, withdraw, and trade if it has a market. */
function HoldingFooter({ coin, isSpot }: { readonly coin: string; readonly isSpot: boolean }) {
  const { t } = useTranslation('assets')
  const market = useMarketFor(coin)
  return (
    <Stack columns={3} gap={2}>
      <Button kind="quiet" isWide onClick={() => go(depositPaths.deposit)}>
        {t('deposit')}
      </Button>
      <Button kind="quiet" isWide onClick={() => go(withdrawPaths.withdraw)}>
        {t('withdraw')}
      </Button>
      {isSpot && market !== null ? (
        <Button isWide onClick={() => go(spotPaths.tradeOf(market))}>
          {t('trade')}
        </Button>
      ) : (
        <Button isWide onClick={() => go(assetsPaths.transfer)}>
          {t('transfer')}
        </Button>
      )}
    </Stack>
  )
}

/** The market of a coin against the base coin; for the base coin itself, the market traded last. */
function useMarketFor(coin: string): string | null {
  const { feeds } = useServices()
  const { value } = useStream(feeds.tickers$, loading)
  const last = useSettings((settings) => settings.lastMarket)
  const wished = coin === baseCoin.name ? last : marketOf(`${coin}/${baseCoin.name}`)
  return value?.some(({ symbol }) => symbol === symbolOf(wished)) === true ? wished : null
}

type Network = Currency['networks'][number]

const columns = ['deposit_min', 'min_number', 'fee_min'] as const

/** The networks of a coin, with minimum deposit, minimum withdrawal and fee. */
function Networks({ networks, coin }: { readonly networks: readonly Network[]; readonly coin: string }) {
  const { t } = useTranslation('assets')
  const decimals = (column: (typeof columns)[number]) =>
    currencyScaleOf(coin) ?? Math.max(...networks.map((network) => decimalsOf(network[column])))
  return (
    <Stack as="section" gap={2}>
      <Box as="h2" size={4}>
        {t('networks')} <small>{coin}</small>
      </Box>
      <Box as="table" ground="raised" round={3} isFull className={networkStyles.networks}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t('networks')}</span>
            </th>
            <th scope="col">{t('depositMin')}</th>
            <th scope="col">{t('withdrawMin')}</th>
            <th scope="col">{t('networkFee')}</th>
          </tr>
        </thead>
        <tbody>
          {networks.map((network) => (
            <tr key={network.name}>
              <th scope="row">
                {network.name}
                {!network.enabled && <small>{t('networkClosed')}</small>}
              </th>
              {columns.map((column) => (
                <td key={column}>
                  <Money text={network[column]} unit={coin} kind="places" scale={decimals(column)} isBare />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Stack>
  )
}

type HoldingCardProps = { readonly holding: Holding; readonly freshness: Freshness; readonly ageMs: number | null }

/** The amount of a coin, available and on hold, and its total value. */
function HoldingCard({ holding: { name, logo, free, held, all, worth }, freshness, ageMs }: HoldingCardProps) {
  const { t } = useTranslation('assets')
  const { valuation, hideBalances, set } = useSettings()
  const { amount, scale, code } = valued(worth, valuation, useFiats())
  return (
    <Stack as="section" round={4} className={holdingCard.card} aria-label={name}>
      <Row size={4} isTouch wraps sideGap={2}>
        <CoinIcon name={name} logo={logo} size={32} />
        <b>{name}</b>
        <IconButton
          icon={hideBalances ? 'eye-off' : 'eye'}
          label={t(hideBalances ? 'show' : 'hide')}
          onClick={() => set({ hideBalances: !hideBalances })}
        />
        <PriceAge freshness={freshness} ageMs={ageMs} />
      </Row>
      <p className={holdingCard.all}>
        <Amount text={all} unit={name} kind="exact" isStale={freshness === 'stale'} />
      </p>
      <Box as="p" size={3} tone={2}>
        <span className="sr">{t('value')} </span>
        <Amount
          text={amount}
          unit={code}
          kind="places"
          scale={scale}
          isBare={false}
          before="≈ "
          isStale={freshness === 'stale'}
        />
      </Box>
      <Stack as="dl" columns={2} gap={3} above={4} line="top" className={holdingCard.parts}>
        <div>
          <dt>{t('available')}</dt>
          <dd>
            <Amount text={free} unit={name} kind="exact" />
          </dd>
        </div>
        <div>
          <dt>{t('frozen')}</dt>
          <dd>
            <Amount text={held} unit={name} kind="exact" />
          </dd>
        </div>
      </Stack>
    </Stack>
  )
}
