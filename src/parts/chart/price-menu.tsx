import { alerts } from '#contract/alert/alert.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { StepField } from '#src/parts/trade/step-field.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { toast } from '#src/stores/toasts.ts'
import { Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { nowOf } from '#streams/kit/live.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** What takes a price of the chart into the ticket of its page. */
export type OrdersAt = Partial<Readonly<Record<'limit' | 'stop', (price: string) => void>>>

type Props = {
  readonly market: string
  readonly scale: number
  /** The price that was pressed, or the last one. */
  readonly price: string
  readonly orders: OrdersAt
  readonly onClose: () => void
}

/** What can be begun at a price: an alert at once, an order in the ticket. */
export function PriceMenu({ market, scale, price: first, orders, onClose }: Props) {
  const { t } = useTranslation(['trades', 'alert', 'market'])
  const { feeds } = useServices()
  const change = useChange()
  const [text, setText] = useState(first)
  const quote = market.split('-')[1] ?? ''
  const price = tidyDecimal(text)
  const isPrice = (unitsOf(price) ?? 0n) > 0n
  const alarm = () => {
    const pair = nowOf(feeds.pair$(market))
    if (pair === null) return
    const side = compareDec(price, pair.now_price) > 0 ? 'above' : 'below'
    void change(alerts.add, { match_id: pair.id, side, price, mode: 'once' }, () => toast('alert:done'))
    onClose()
  }
  const begin = (order: (at: string) => void) => () => {
    order(price)
    onClose()
  }
  return (
    <Sheet title={t('lines.atPrice')} isOpen onClose={onClose}>
      <Stack gap={3}>
        <StepField
          name="price"
          label={t('market:price')}
          short={t('market:price')}
          value={text}
          scale={scale}
          unit={quote}
          step={scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`}
          onChange={setText}
        />
        <Button
          kind="quiet"
          icon="bell"
          isWide
          aria-disabled={!isPrice || undefined}
          onClick={() => isPrice && alarm()}
        >
          {t('alert:set')}
        </Button>
        {(['limit', 'stop'] as const).map((kind) => {
          const order = orders[kind]
          return (
            order !== undefined && (
              <Button
                key={kind}
                kind="quiet"
                isWide
                aria-disabled={!isPrice || undefined}
                onClick={() => isPrice && begin(order)()}
              >
                {t(`lines.begin.${kind}`)}
              </Button>
            )
          )
        })}
      </Stack>
    </Sheet>
  )
}
