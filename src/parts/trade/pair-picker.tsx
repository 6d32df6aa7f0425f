import { marketOf } from '#contract/market/market.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { loading } from '#streams/kit/live.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useServices } from '#src/actors/services.tsx'
import { FavouriteStar } from './favourite-star.tsx'
import styles from './pair-picker.module.css'
import { SearchBox } from '#src/parts/search-box.tsx'

type Props = { readonly isOpen: boolean; readonly onClose: () => void; readonly onPick: (market: string) => void }

/** All pairs with their prices, with a search and a favourites filter. */
export function PairPicker({ isOpen, onClose, onPick }: Props) {
  const { t } = useTranslation('market')
  return (
    <Sheet title={t('pick')} isOpen={isOpen} onClose={onClose} isTall>
      <PairChoice onPick={onPick} />
    </Sheet>
  )
}

function PairChoice({ onPick }: Pick<Props, 'onPick'>) {
  const { t } = useTranslation('market')
  const { feeds } = useServices()
  const format = useNumbers()
  const pairs = useStream(feeds.tickers$, loading)
  const favourites = useSettings((settings) => settings.favourites)
  const [text, setText] = useState('')
  const [shelf, setShelf] = useState<'all' | 'favourites'>('all')
  const wished = text.trim().toLowerCase()
  const shown = (pairs.value ?? []).filter(
    ({ symbol }) => symbol.toLowerCase().includes(wished) && (shelf === 'all' || favourites.includes(marketOf(symbol))),
  )
  const labels = [
    { value: 'all' as const, label: t('all') },
    { value: 'favourites' as const, label: t('favourites') },
  ]
  return (
    <Stack gap={3}>
      <SearchBox label={t('searchPair')} value={text} onChange={setText} />
      <Tabs label={t('pick')} tabs={labels} value={shelf} onChange={setShelf} size="s">
        {shown.length === 0 ? (
          <Empty
            text={shelf === 'favourites' && wished === '' ? t('noFavourite') : t('noPair')}
            icon={shelf === 'favourites' ? 'star' : 'search'}
          />
        ) : (
          <ul>
            {shown.map((pair) => (
              <Row key={pair.id} as="li" line="bottom">
                <FavouriteStar pair={pair} />
                <Press
                  gap={3}
                  align="center"
                  text="start"
                  grows
                  className={styles.pair}
                  onClick={() => onPick(marketOf(pair.symbol))}
                >
                  <CoinIcon name={pair.currency_name} logo={pair.logo} />
                  <Box as="span" weight="bold">
                    {pair.currency_name}
                    <small>/{pair.legal_name}</small>
                  </Box>
                  <Box as="span" text="end" data-unit={pair.legal_name}>
                    {format.price(pair.now_price, pair.price_scale)}
                  </Box>
                  <NumberCell text={format.change(pair.change)} trend={trendOf(pair.change)} />
                </Press>
              </Row>
            ))}
          </ul>
        )}
      </Tabs>
    </Stack>
  )
}
