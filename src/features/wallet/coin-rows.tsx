import { Entry } from '#src/parts/entry.tsx'
import { Unread } from '#src/parts/loaded.tsx'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Link } from '#src/parts/link.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import type { ReadResult } from '#src/actors/use-read.ts'
import { Box, Card, Row } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { FlashCoins } from '#contract/assets/assets-moves.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openNetworks, type OwnCoin } from './use-coins.ts'

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
            <Link
              key={coin.id}
              to={toOf(coin)}
              isCard
              lay="inline"
              gap={1}
              sidePad={3}
              align="center"
              tall={44}
              round="full"
              tone={1}
              onGo={() => onChoose?.(coin)}
            >
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
        <Card as="ul" isRuled clips>
          {shown.map((coin) => {
            const networks = networksOf(coin)
            const isOpen = networks.length > 0
            return (
              <Box key={coin.id} as="li" sidePad={3}>
                <Entry
                  mark={<CoinIcon name={coin.name} logo={coin.logo} size={32} />}
                  title={coin.name}
                  notes={[isOpen ? networks.join(' · ') : closedText]}
                  {...(isOpen && { to: toOf(coin), onPress: () => onChoose?.(coin) })}
                >
                  {endOf?.(coin)}
                </Entry>
              </Box>
            )
          })}
        </Card>
      )}
    </>
  )
}
