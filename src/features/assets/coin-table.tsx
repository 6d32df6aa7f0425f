import type { CoinCost } from '#contract/assets/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { marketOf, type Pair } from '#contract/market/market.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { AccountKind } from '#contract/wire/booking.ts'
import { useServices } from '#src/actors/services.tsx'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Link } from '#src/parts/link.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Press } from '#src/ui/box.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Money } from '#src/ui/money.tsx'
import { ChangeBadge, NumberCell, trendOf } from '#src/ui/number.tsx'
import { loading } from '#streams/kit/live.ts'
import { memo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '#src/parts/worth/amount.tsx'
import { Average } from './coin-basis.tsx'
import { keepSort, keptSort, sortedBy, turned, type CoinSort, type SortKey } from './coin-sort.ts'
import styles from './coin-table.module.css'
import type { Holding } from './holdings.ts'
import { holdingPath } from './links.ts'
import { valued } from '#src/parts/worth/valuation.ts'
import { useFiats } from '#src/parts/worth/total.tsx'

type Props = {
  readonly rows: readonly Holding[]
  readonly kind: AccountKind
  readonly isStale: boolean
  /** What each coin has cost, where the account has bought any. */
  readonly costs: ReadonlyMap<number, CoinCost>
}

/** The coins of one account on a desk: each number in a column of its own, in the order chosen last. */
export function CoinTable({ rows, kind, isStale, costs }: Props) {
  const { t } = useTranslation(['assets', 'market'])
  const { feeds } = useServices()
  const { value, freshness } = useStream(feeds.tickers$, loading)
  const [sort, setSort] = useState(keptSort)
  const valuation = useSettings((settings) => settings.valuation)
  const { code } = valued('0', valuation, useFiats())
  const pairs = new Map(value?.map((pair) => [pair.symbol, pair]))
  const pairOf = (name: string) => pairs.get(`${name}/${baseCoin.name}`) ?? null
  const choose = (by: SortKey) => {
    const next = turned(sort, by)
    setSort(next)
    keepSort(next)
  }
  const hasCosts = costs.size > 0
  return (
    <Box as="table" below={3} isFull className={styles.table}>
      <thead>
        <tr>
          <Head by="name" sort={sort} onChoose={choose}>
            {t('filter.coin')}
          </Head>
          <th scope="col">{t('table.total')}</th>
          <th scope="col">{t('available')}</th>
          <th scope="col">{t('frozen')}</th>
          <th scope="col">{t('table.price', { coin: baseCoin.name })}</th>
          <Head by="change" sort={sort} onChoose={choose}>
            {t('market:change')}
          </Head>
          <Head by="value" sort={sort} onChoose={choose}>
            {t('table.value', { coin: code })}
          </Head>
          {hasCosts && <th scope="col">{t('table.average', { coin: baseCoin.name })}</th>}
          <th scope="col">
            <span className="sr">{t('table.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sortedBy(rows, sort, (name) => pairOf(name)?.change ?? null).map((holding) => {
          const pair = pairOf(holding.name)
          return (
            <Row
              key={holding.currency}
              holding={holding}
              kind={kind}
              isStale={isStale}
              cost={hasCosts ? (costs.get(holding.currency) ?? null) : undefined}
              change={pair?.change ?? null}
              isOld={freshness !== 'live' || pair?.stale === true}
              scale={pair?.price_scale ?? null}
              market={marketFor(pair, kind)}
            />
          )
        })}
      </tbody>
    </Box>
  )
}

/** Where a coin of the spot account is traded; null where it is not. */
const marketFor = (pair: Pair | null, kind: AccountKind) =>
  kind === 'change' && pair !== null && pair.open_coin_trade ? marketOf(pair.symbol) : null

type HeadProps = {
  readonly by: SortKey
  readonly sort: CoinSort
  readonly onChoose: (by: SortKey) => void
  readonly children: ReactNode
}

/** A head that sorts by its column. */
function Head({ by, sort, onChoose, children }: HeadProps) {
  const isChosen = sort.by === by
  return (
    <th scope="col" aria-sort={isChosen ? (sort.isUp ? 'ascending' : 'descending') : 'none'}>
      <Press lay="inline" gap="hair" align="center" className={styles.head} onClick={() => onChoose(by)}>
        {children}
        <Icon name={isChosen ? (sort.isUp ? 'chevron-up' : 'chevron-down') : 'sort'} size={14} />
      </Press>
    </th>
  )
}

type RowProps = Pick<Props, 'kind' | 'isStale'> & {
  readonly holding: Holding
  /** Null: none is known; undefined: the table has no such column. */
  readonly cost: CoinCost | null | undefined
  readonly change: string | null
  readonly isOld: boolean
  readonly scale: number | null
  readonly market: string | null
}

const isSame = ({ holding: a, ...before }: RowProps, { holding: b, ...after }: RowProps) =>
  a.currency === b.currency &&
  a.free === b.free &&
  a.held === b.held &&
  a.worth === b.worth &&
  a.price === b.price &&
  before.kind === after.kind &&
  before.isStale === after.isStale &&
  before.cost === after.cost &&
  before.change === after.change &&
  before.isOld === after.isOld &&
  before.scale === after.scale &&
  before.market === after.market

const missing = '—'
const Row = memo(function Row({ holding, kind, isStale, cost, change, isOld, scale, market }: RowProps) {
  const { t } = useTranslation('assets')
  const shown = useNumbers()
  const valuation = useSettings((settings) => settings.valuation)
  const { currency, name, logo, all, free, held, price, worth } = holding
  const value = valued(worth, valuation, useFiats())
  return (
    <tr>
      <th scope="row">
        <Link to={holdingPath(currency, kind)} className={styles.coin}>
          <CoinIcon name={name} logo={logo} size={24} />
          <b>{name}</b>
        </Link>
      </th>
      <td>
        <Amount text={all} unit={name} />
      </td>
      <td>
        <Amount text={free} unit={name} />
      </td>
      <td>{parseDec(held) > 0n ? <Amount text={held} unit={name} /> : missing}</td>
      <td>
        <NumberCell
          text={<Money text={price} unit={baseCoin.name} kind="price" scale={scale ?? 2} isBare />}
          isStale={isStale}
        />
      </td>
      <td>
        {change === null ? (
          missing
        ) : (
          <ChangeBadge text={shown.change(change)} trend={isOld ? 'flat' : trendOf(change)} />
        )}
      </td>
      <Box as="td" weight="medium">
        <Amount text={value.amount} unit={value.code} kind="places" scale={value.scale} isStale={isStale} />
      </Box>
      {cost !== undefined && (
        <td>
          {cost === null ? (
            missing
          ) : (
            <>
              <Average cost={cost} coin={name} />
              <small>
                <Amount text={cost.pnl} unit={baseCoin.name} kind="gain" />
              </small>
            </>
          )}
        </td>
      )}
      <td>
        <Box as="span" lay="inline" isRelative className={styles.actions}>
          <Action icon="deposit" to={depositPaths.deposit} label={t('deposit')} />
          <Action icon="withdraw" to={withdrawPaths.withdraw} label={t('withdraw')} />
          {market === null ? (
            <Action icon="transfer" to={assetsPaths.transfer} label={t('transfer')} />
          ) : (
            <Action icon="spot" to={spotPaths.tradeOf(market)} label={t('table.trade', { coin: name })} />
          )}
        </Box>
      </td>
    </tr>
  )
}, isSame)

const Action = ({ icon, to, label }: { readonly icon: IconName; readonly to: string; readonly label: string }) => (
  <Link to={to} square={32} round={2} tone={2} className={styles.action} aria-label={label}>
    <Icon name={icon} size={18} />
  </Link>
)
