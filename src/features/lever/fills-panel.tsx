import { lever } from '#contract/lever/lever.ts'
import type { LeverFill } from '#contract/lever/lever-position.ts'
import { useServices } from '#src/actors/services.tsx'
import { Fills } from '#src/parts/trade/fills.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Price } from '#src/parts/price.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Coins = { readonly currency_id: number; readonly legal_id: number }
const sides = ['long', 'short'] as const

/** The caller's fills of contracts: openings with their fee, closings with their profit, each with its role. */
export function FillsPanel({ coins, box }: { readonly coins: Coins | null; readonly box: ReactNode }) {
  const { t } = useTranslation(['lever', 'market', 'assets', 'trades'])
  const shown = useNumbers()
  const { request } = useServices()
  const titleOf = ({ act, type }: LeverFill) =>
    t(act === 'open' ? (type === 'long' ? 'openLong' : 'openShort') : type === 'long' ? 'closeLong' : 'closeShort')
  return (
    <Fills<LeverFill>
      name="contract-trades"
      box={box}
      sides={sides.map((value) => ({ value, label: t(value) }))}
      events={['lever.positionChanged']}
      read={async ({ side, role, span }, page, limit, signal) => {
        const type = sides.find((each) => each === side)
        const reply = await request.read(
          lever.fills,
          { ...coins, ...(type && { type }), ...(role && { role }), ...span, page, limit },
          signal && { signal },
        )
        return reply.ok ? { ok: true, value: { rows: reply.value.data, total: reply.value.total } } : reply
      }}
      viewOf={(fill) => {
        const [base = '', quote = ''] = fill.symbol.split('/')
        const isOpening = fill.act === 'open'
        return {
          at: fill.at,
          symbol: fill.symbol,
          role: fill.role,
          title: titleOf(fill),
          // Opening a long and closing a short buy.
          tone: (fill.type === 'long') === isOpening ? 'rise' : 'fall',
          cells: [
            [t('market:price'), <Price key="price" text={fill.price} symbol={fill.symbol} />],
            [t('size'), `${t('lotsOf', { count: fill.share })} (${shown.money(fill.number, base)})`],
            [t('fee'), isOpening ? shown.cost(fill.fee, quote) : null],
            [t('gross'), isOpening ? null : shown.gain(fill.profit, quote)],
            [t('endedBy'), fill.reason === null ? null : t(`reason.${fill.reason}`)],
          ],
        }
      }}
      head={[
        t('assets:export.columns.time'),
        t('market:pair'),
        t('trades:fills.side'),
        t('market:price'),
        t('lots'),
        t('market:amount'),
        t('fee'),
        t('gross'),
        t('trades:fills.role'),
        t('endedBy'),
        t('trades:fills.position'),
        t('trades:fills.id'),
      ]}
      lineOf={(fill) => [
        fill.at,
        fill.symbol,
        titleOf(fill),
        fill.price,
        String(fill.share),
        fill.number,
        fill.fee,
        fill.profit,
        t(`trades:fills.${fill.role}`),
        fill.reason === null ? '' : t(`reason.${fill.reason}`),
        String(fill.position_id),
        String(fill.id),
      ]}
    />
  )
}
