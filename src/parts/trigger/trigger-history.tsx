import { symbolOf } from '#contract/market/market.ts'
import { recomputeTrigger } from '#contract/trigger/trigger-receipt.ts'
import {
  isTriggerOver,
  triggers,
  type Trigger,
  type TriggerProduct,
  type TriggerReceipt,
} from '#contract/trigger/trigger.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { RowCells, type RowCell } from '#src/parts/trade/row-cells.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { Note } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TriggerRow } from './leg-row.tsx'
import { KeptDays } from '#src/parts/trade/kept-days.tsx'
import { OrderHeads } from '#src/parts/trade/order-heads.tsx'
import styles from '#src/parts/trade/order-rows.module.css'

type Coins = { readonly currency_id: number; readonly legal_id: number }

type Props = { readonly product: TriggerProduct; readonly symbol: string | null; readonly coins: Coins | null }
/** Triggers that are over, newest first: what became of each, why, and what it fired on. */
export function TriggerHistory({ product, symbol, coins }: Props) {
  const { t } = useTranslation('trigger')
  const { request } = useServices()
  return (
    <>
      <div className={classes(table.table, styles.list)}>
        <Paged
          by={String(symbol)}
          read={(asked) => request.read(triggers.list, { product, ...coins, ...asked })}
          on={['trigger.changed']}
          keyOf={({ id }: Trigger) => id}
          render={(each) => (isTriggerOver(each) ? <Ended trigger={each} /> : null)}
          empty={{ text: t('none') }}
          head={<OrderHeads />}
        />
      </div>
      <KeptDays />
    </>
  )
}

function Ended({ trigger }: { readonly trigger: Trigger }) {
  const { t } = useTranslation(['trigger', 'refusals'])
  const [isOpen, setIsOpen] = useState(false)
  const shown = useNumbers()
  const { why, refused_for: reason, fired, has_receipt, made } = trigger
  const net = made?.net
  const word = reason !== null ? t(`refusals:${reason}`) : why === null ? null : t(`whys.${why}`)
  const won = net === undefined ? null : t('won', { net: shown.gain(net, baseCoin.name) })
  return (
    <>
      <TriggerRow
        trigger={trigger}
        price={fired?.price ?? trigger.trigger_price ?? trigger.makes.price}
        status={t(`states.${trigger.status}`)}
        note={[won, word].filter((each) => each !== null).join(' · ') || null}
        action={
          has_receipt && (
            <Button kind="quiet" size="s" onClick={() => setIsOpen(true)}>
              {t('receipt.open')}
            </Button>
          )
        }
      />
      {isOpen && <ReceiptSheet trigger={trigger} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ReceiptSheet({ trigger, onClose }: { readonly trigger: Trigger; readonly onClose: () => void }) {
  const { t } = useTranslation('trigger')
  const { request } = useServices()
  const { id } = trigger
  const asked = useRead(`trigger receipt ${id}`, (signal) => request.read(triggers.receipt, { id }, { signal }))
  return (
    <Sheet title={t('receipt.open')} isOpen onClose={onClose}>
      {asked.value !== null ? <Receipt receipt={asked.value} /> : <Unread read={asked} lines={6} height={28} />}
    </Sheet>
  )
}

/** What it fired on, worked out again here. */
function Receipt({ receipt }: { readonly receipt: TriggerReceipt }) {
  const { t } = useTranslation(['trigger', 'spot'])
  const shown = useNumbers()
  const priceText = usePairPrice()
  const price = (text: string) => priceText(text, symbolOf(receipt.m))
  const some = (name: string, text: string | null | undefined): readonly RowCell[] =>
    text === null || text === undefined ? [] : [[name, price(text)]]
  const [base = ''] = symbolOf(receipt.m).split('/')
  return (
    <>
      <RowCells
        cells={[
          [t('spot:atOnce'), shown.time(timeOf(receipt.at_ms))],
          [t('source'), t(`sources.${receipt.source}`)],
          [t('trigger'), price(receipt.trigger)],
          ...some(t('receipt.extreme'), receipt.trail?.extreme),
          [t('receipt.reached'), price(receipt.price)],
          ...(compareDec(receipt.gap, '0') > 0 ? some(t('receipt.gap'), receipt.gap) : []),
          [
            t('made'),
            receipt.product === 'lever'
              ? `${shown.exact(receipt.filled)} ${t('lots')}`
              : shown.money(receipt.filled, base),
          ],
          ...some(t('spot:meanPrice'), receipt.fill_price),
        ]}
      />
      <Note size={3} role="status">
        {t(recomputeTrigger(receipt).isRight ? 'receipt.right' : 'receipt.wrong')}
      </Note>
      <Note size={2}>
        SHA-256 <code>{receipt.digest.slice(0, 16)}</code>
      </Note>
    </>
  )
}
