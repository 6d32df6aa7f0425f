import { Box, Row } from '#src/ui/box.tsx'
import { marketOf, type Pair } from '#contract/market/market.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { swapped } from './ranking.ts'

type Way = 'up' | 'down'
type Moved = { readonly market: string; readonly way: Way; readonly place: number }
type Props = { readonly pairs: readonly Pair[] }

/** The way to the order of the favourites. */
export function FavouriteOrder({ pairs }: Props) {
  const { t } = useTranslation('home')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton icon="edit" label={t('order.title')} onClick={() => setIsOpen(true)} />
      <Sheet title={t('order.title')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Order pairs={pairs} />
      </Sheet>
    </>
  )
}

/** Sorts the favourites: each one place up or down, by finger or keys. */
function Order({ pairs }: Props) {
  const { t } = useTranslation('home')
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<Moved | null>(null)
  // Where the row goes its button goes, and the focus with it; at an end the other button takes it.
  useLayoutEffect(() => {
    if (moved === null) return
    const row = list.current?.querySelector(`[data-market="${moved.market}"]`)
    const button =
      row?.querySelector<HTMLButtonElement>(`[data-way="${moved.way}"]:enabled`) ??
      row?.querySelector<HTMLButtonElement>('[data-way]:enabled')
    button?.focus()
  }, [moved])
  const move = (at: number, way: Way) => {
    const to = way === 'up' ? at - 1 : at + 1
    const [one, other] = [pairs[at], pairs[to]]
    if (one === undefined || other === undefined) return
    const { favourites, set } = useSettings.getState()
    set({ favourites: swapped(favourites, marketOf(one.symbol), marketOf(other.symbol)) })
    setMoved({ market: marketOf(one.symbol), way, place: to + 1 })
  }
  return (
    <>
      <Box as="ol" ref={list} isRuled>
        {pairs.map(({ symbol, currency_name, logo }, at) => (
          <Row key={symbol} as="li" gap={2} tall={48} data-market={marketOf(symbol)}>
            <CoinIcon name={currency_name} logo={logo} size={28} />
            <Box as="b" grows sidePad={1}>
              {symbol}
            </Box>
            <IconButton
              icon="chevron-up"
              label={t('order.up', { pair: symbol })}
              data-way="up"
              disabled={at === 0}
              onClick={() => move(at, 'up')}
            />
            <IconButton
              icon="chevron-down"
              label={t('order.down', { pair: symbol })}
              data-way="down"
              disabled={at === pairs.length - 1}
              onClick={() => move(at, 'down')}
            />
          </Row>
        ))}
      </Box>
      <p className="sr" role="status">
        {moved !== null &&
          t('order.place', { pair: moved.market.replace('-', '/'), place: moved.place, of: pairs.length })}
      </p>
    </>
  )
}
