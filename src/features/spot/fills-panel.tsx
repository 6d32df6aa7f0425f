import { spot, type SpotFill } from '#contract/spot/spot.ts'
import { useServices } from '#src/actors/services.tsx'
import { Fills } from '#src/parts/trade/fills.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Price } from '#src/parts/price.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Coins = { readonly currency_id: number; readonly legal_id: number }

/** The caller's trades on the spot market: price, amount, fee, and whether the order was maker or taker. */
export function FillsPanel({ coins, box }: { readonly coins: Coins | null; readonly box: ReactNode }) {
  const { t } = useTranslation(['market', 'spot', 'assets', 'trades'])
  const shown = useNumbers()
  const { request } = useServices()
  const sides = [
    { value: 'buy', label: t('buy') },
    { value: 'sell', label: t('sell') },
  ] as const
  return (
    <Fills<SpotFill>
      name="spot-trades"
      box={box}
      sides={sides}
      events={['spot.filled']}
      read={async ({ side, role, span }, page, limit, signal) => {
        const type = sides.find(({ value }) => value === side)?.value
        const reply = await request.read(
          spot.fills,
          { ...coins, ...(type && { type }), ...(role && { role }), ...span, page, limit },
          signal && { signal },
        )
        return reply.ok ? { ok: true, value: { rows: reply.value.data, total: reply.value.total } } : reply
      }}
      viewOf={({ at, type, symbol, role, price, amount, total, fee, fee_name }) => {
        const [base = '', quote = ''] = symbol.split('/')
        return {
          at,
          symbol,
          role,
          title: t(type),
          tone: type === 'buy' ? 'rise' : 'fall',
          cells: [
            [t('price'), <Price key="price" text={price} symbol={symbol} />],
            [t('amount'), shown.money(amount, base)],
            [t('trades:fills.total'), (type === 'buy' ? shown.cost : shown.money)(total, quote)],
            [t('spot:feePaid'), shown.cost(fee, fee_name)],
          ],
        }
      }}
      head={[
        t('assets:export.columns.time'),
        t('pair'),
        t('trades:fills.side'),
        t('price'),
        t('amount'),
        t('trades:fills.total'),
        t('spot:feePaid'),
        t('trades:fills.feeCoin'),
        t('trades:fills.role'),
        t('trades:fills.order'),
        t('trades:fills.id'),
      ]}
      lineOf={({ at, symbol, type, price, amount, total, fee, fee_name, role, order_id, id }) => [
        at,
        symbol,
        t(type),
        price,
        amount,
        total,
        fee,
        fee_name,
        t(`trades:fills.${role}`),
        String(order_id),
        String(id),
      ]}
    />
  )
}
