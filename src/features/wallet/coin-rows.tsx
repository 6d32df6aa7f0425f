import { Unread } from '#src/parts/loaded.tsx'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Link } from '#src/parts/link.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import type { ReadResult } from '#src/actors/use-read.ts'
import { Box, Row } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { FlashCoins } from '#contract/assets/assets-moves.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openNetworks, type OwnCoin } from './use-coins.ts'
import styles from './wallet.module.css'

type Props = {
  readonly coins: ReadResult<FlashCoins>
  readonly toOf: (coin: OwnCoin) => string
  /** At the end of a row: a balance. */
  readonly endOf?: (coin: OwnCoin) => ReactNode
  readonly closedText: string
  /** Called with the coin that was chosen. */
  readonly onChoose?: (coin: OwnCoin) => void
  /** The names of the networks of a coin by which it can move; those that are enabled if not said. */
  readonly networksOf?: (coin: OwnCoin) => readonly string[]
  /** Names of coins that stand above the others. */
  readonly recent?: readonly string[]
}

const enabledNames = (coin: OwnCoin) => openNetworks(coin).map(({ name }) => name)

/** The coins to choose from, by name; one without an open network says so and leads nowhere. */
export function CoinRows({
  coins: { value, ...read },
  toOf,
  endOf,
  closedText,
  onChoose,
  recent = [],
  networksOf = enabledNames,
}: Props) {
  const { t } = useTranslation('wallet')
  const [typed, setTyped] = useState('')
  if (value === null) return <Unread read={read} lines={6} height={60} />
  const shown = value.left.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  const again = recent.flatMap((name) => value.left.filter((coin) => coin.name === name && networksOf(coin).length > 0))
  return (
    <>
      {again.length > 0 && (
        <Row as="nav" gap={2} size={1} tone={2} wraps aria-label={t('recentCoins')}>
          <span>{t('recentCoins')}</span>
          {again.map((coin) => (
            <Link key={coin.id} to={toOf(coin)} className={styles.chip} onGo={() => onChoose?.(coin)}>
              <CoinIcon name={coin.name} logo={coin.logo} size={20} />
              {coin.name}
            </Link>
          ))}
        </Row>
      )}
      <SearchBox label={t('searchCoin')} value={typed} onChange={setTyped} maxLength={20} />
      {shown.length === 0 ? (
        <Empty text={t('noCoin')} icon="search" />
      ) : (
        <Box as="ul" ground="raised" round={3} clips className={styles.rows}>
          {shown.map((coin) => {
            const networks = networksOf(coin)
            const inside = (
              <>
                <CoinIcon name={coin.name} logo={coin.logo} size={32} />
                <span>
                  <b>{coin.name}</b>
                  <small>{networks.length === 0 ? closedText : networks.join(' · ')}</small>
                </span>
                <span>{endOf?.(coin)}</span>
              </>
            )
            return (
              <li key={coin.id}>
                {networks.length === 0 ? (
                  <div className={styles.row}>{inside}</div>
                ) : (
                  <Link to={toOf(coin)} className={styles.row} onGo={() => onChoose?.(coin)}>
                    {inside}
                  </Link>
                )}
              </li>
            )
          })}
        </Box>
      )}
    </>
  )
}
