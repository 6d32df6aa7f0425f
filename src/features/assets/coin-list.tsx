import type { Cell, CoinCost } from '#contract/assets/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { AccountKind } from '#contract/wire/booking.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Link } from '#src/parts/link.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '#src/parts/worth/amount.tsx'
import { Average } from './coin-basis.tsx'
import styles from './coin-list.module.css'
import { CoinTable } from './coin-table.tsx'
import { chosenOf, holdingsOf, isZero, type Holding } from './holdings.ts'
import { holdingPath } from './links.ts'
import { valued } from '#src/parts/worth/valuation.ts'
import { useFiats } from '#src/parts/worth/total.tsx'

type Props = {
  readonly cells: readonly Cell[]
  readonly kind: AccountKind
  readonly isStale: boolean
  readonly costs?: ReadonlyMap<number, CoinCost>
}

const noCosts: ReadonlyMap<number, CoinCost> = new Map()

/** The coins of one account: available, on hold, and value; a table on a desk. */
export function CoinList({ cells, kind, isStale, costs = noCosts }: Props) {
  const { t } = useTranslation('assets')
  const [typed, setTyped] = useState('')
  const hideSmall = useSettings((settings) => settings.hideSmall)
  const set = useSettings((settings) => settings.set)
  const isDesk = useIsDesktop()
  const [hasZeros, setHasZeros] = useState(false)
  const all = useMemo(() => holdingsOf(cells, kind), [cells, kind])
  const rows = chosenOf(all, { typed, hideSmall, hasZeros })
  const zeros = typed.trim() === '' && !hideSmall && !hasZeros ? all.filter(isZero).length : 0
  return (
    <>
      <Box lay="row" align="center" wraps className={styles.tools}>
        <Checkbox isChecked={hideSmall} onChange={(isOn) => set({ hideSmall: isOn })}>
          {t('hideSmall')}
        </Checkbox>
        <SearchBox label={t('searchCoin')} value={typed} onChange={setTyped} maxLength={20} />
      </Box>
      {rows.length === 0 ? (
        <Nothing
          isSearch={typed.trim() !== ''}
          isHidden={all.some((holding) => !isZero(holding))}
          onShowAll={() => set({ hideSmall: false })}
        />
      ) : isDesk ? (
        <CoinTable rows={rows} kind={kind} isStale={isStale} costs={costs} />
      ) : (
        <>
          <Box blockPad={1} size={2} tone={2} className={styles.heads} aria-hidden="true">
            <span>{t('filter.coin')}</span>
            <span>{t('available')}</span>
            <span>{t('value')}</span>
          </Box>
          <Box as="ul" below={3} isRuled>
            {rows.map((holding) => (
              <li key={holding.currency}>
                <Row holding={holding} kind={kind} isStale={isStale} cost={costs.get(holding.currency)} />
              </li>
            ))}
          </Box>
        </>
      )}
      {zeros > 0 && (
        <Button kind="quiet" onClick={() => setHasZeros(true)}>
          {t('showZeros', { count: zeros })}
        </Button>
      )}
    </>
  )
}

type RowProps = {
  readonly holding: Holding
  readonly kind: AccountKind
  readonly isStale: boolean
  readonly cost: CoinCost | undefined
}

const isSame = (a: RowProps, b: RowProps) =>
  a.kind === b.kind &&
  a.cost === b.cost &&
  a.isStale === b.isStale &&
  a.holding.free === b.holding.free &&
  a.holding.held === b.holding.held &&
  a.holding.worth === b.holding.worth &&
  a.holding.currency === b.holding.currency

const Row = memo(function Row({ holding: { currency, name, logo, free, held, worth }, kind, isStale, cost }: RowProps) {
  const { t } = useTranslation('assets')
  const valuation = useSettings((settings) => settings.valuation)
  const { amount, code, scale, symbol } = valued(worth, valuation, useFiats())
  return (
    <Link to={holdingPath(currency, kind)} className={styles.row}>
      <Box as="span" lay="row" align="center" gap={2} shrinks size="lead">
        <CoinIcon name={name} logo={logo} size={28} />
        <Stack as="span" shrinks>
          <b>{name}</b>
          {cost !== undefined && (
            <small>
              {t('pnl.average')} <Average cost={cost} coin={name} />
            </small>
          )}
        </Stack>
      </Box>
      <Stack as="span" items="end" size="dense">
        <span className="sr">{t('available')} </span>
        <Amount text={free} unit={name} />
        {parseDec(held) > 0n && (
          <Box as="span" size={2} tone={2}>
            {t('frozen')} <Amount text={held} unit={name} />
          </Box>
        )}
      </Stack>
      <Box as="span" weight="medium" text="end" size="dense" className={styles.worth}>
        <span className="sr">{t('value')} </span>
        <Amount text={amount} unit={code} kind="places" scale={scale} isStale={isStale} before={symbol} />
        {cost !== undefined && (
          <small>
            <span className="sr">{t('pnl.unrealised')} </span>
            <Amount text={cost.pnl} unit={baseCoin.name} kind="gain" />
          </small>
        )}
      </Box>
    </Link>
  )
}, isSame)

function Nothing({
  isSearch,
  isHidden,
  onShowAll,
}: {
  readonly isSearch: boolean
  readonly isHidden: boolean
  readonly onShowAll: () => void
}) {
  const { t } = useTranslation('assets')
  if (isSearch) return <Empty text={t('noCoin')} icon="search" />
  if (!isHidden) return <Empty text={t('empty')} icon="wallet" />
  return (
    <Empty text={t('emptySmall')} icon="wallet">
      <Button kind="quiet" onClick={onShowAll}>
        {t('showAll')}
      </Button>
    </Empty>
  )
}
