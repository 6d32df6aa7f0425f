import { Box, Stack } from '#src/ui/box.tsx'
import { recomputeLever } from '#contract/lever/lever-receipt.ts'
import { lever } from '#contract/lever/lever.ts'
import type { LeverReceipt, Position } from '#contract/lever/lever-position.ts'
import { symbolOf } from '#contract/market/market.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { Unread } from '#src/parts/loaded.tsx'
import { RowCells } from '#src/parts/trade/row-cells.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Price } from '#src/parts/price.tsx'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { Money } from '#src/ui/money.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The receipt of a stop or a liquidation, recomputed in the browser. */
export function ReceiptSheet({ position, onClose }: { readonly position: Position; readonly onClose: () => void }) {
  const { t } = useTranslation('lever')
  const { request } = useServices()
  const { id } = position
  const asked = useRead(`receipt ${id}`, (signal) => request.read(lever.receipt, { id }, { signal }))
  return (
    <Sheet title={t('receipt')} isOpen onClose={onClose}>
      {asked.value !== null ? (
        <Receipt receipt={asked.value} position={position} />
      ) : (
        <Unread read={asked} lines={6} height={28} />
      )}
    </Sheet>
  )
}

const ruleOf = (reason: LeverReceipt['reason']) => (reason === 'liquidated' || reason === 'user' ? reason : 'stop')

/** How this position was filled: size and price, the stop that was reached, and what the price was made of. */
function fillOf({ reason, legs }: LeverReceipt, { id, number, close_price }: Position) {
  const leg = legs.find((each) => each.id === id)
  const trigger = reason === 'take_profit' ? leg?.take_profit : reason === 'stop_loss' ? leg?.stop_loss : undefined
  const rows = [
    ['receiptAt', leg?.close_price ?? close_price, 'price'],
    ['size', leg?.number ?? number, 'coins'],
    ['receiptTrigger', leg?.why === reason ? trigger : undefined, 'price'],
    ['receiptBook', reason === 'liquidated' ? undefined : leg?.book, 'price'],
    [
      'receiptShift',
      reason === 'liquidated' || compareDec(leg?.shift ?? '0', '0') === 0 ? undefined : leg?.shift,
      'exact',
    ],
  ] as const
  return rows.flatMap(([name, value, kind]) =>
    value === undefined || value === null ? [] : [[name, value, kind] as const],
  )
}

function Receipt({ receipt, position }: { readonly receipt: LeverReceipt; readonly position: Position }) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const [isRight, setIsRight] = useState<boolean | null>(null)
  const [base = '', quote = ''] = position.symbol.split('/')
  const price = usePairPrice()
  const exact = (text: string) => <Money text={text} unit={quote} kind="exact" />
  const marks = receipt.marks.map(
    ({ m, mark, index }) =>
      [m, `${price(mark, symbolOf(m))} (${t('indexAt', { price: price(index, symbolOf(m)) })})`] as const,
  )
  const filled = fillOf(receipt, position).map(
    ([name, value, kind]) =>
      [
        t(name),
        kind === 'coins' ? (
          <Money key={name} text={value} unit={base} kind="exact" />
        ) : kind === 'price' ? (
          <Price key={name} text={value} symbol={position.symbol} />
        ) : (
          <Money key={name} text={value} unit={quote} kind="exact" isBare />
        ),
      ] as const,
  )
  const paid = (
    [
      ['fundPaid', receipt.fund],
      ['housePaid', receipt.house],
      ['shared', receipt.haircut],
    ] as const
  ).flatMap(([name, amount]) => (compareDec(amount, '0') > 0 ? [[t(name), exact(amount)] as const] : []))
  return (
    <Stack gap={3}>
      <RowCells
        cells={[
          [t('decidedAt'), shown.time(timeOf(receipt.at_ms))],
          [t('causedBy'), t(`reason.${receipt.reason}`)],
          ...filled,
          ...marks,
          [t('equity', { coin: quote }), exact(receipt.equity)],
          [t('margin'), exact(receipt.margin)],
          [t('burstAt'), shown.percent(receipt.burst)],
          [t('missing'), exact(receipt.missing)],
          ...paid,
        ]}
      />
      <p>
        {t('receiptRule')} {receipt.rule}: {t(`receiptRules.${ruleOf(receipt.reason)}`)}
      </p>
      <Box as="p" tone={2} size={1} breaks>
        SHA-256 <code>{receipt.digest}</code>
      </Box>
      <Button kind="quiet" icon="refresh" isWide onClick={() => setIsRight(recomputeLever(receipt).isRight)}>
        {t('recompute')}
      </Button>
      <p role="status">{isRight !== null && t(isRight ? 'works' : 'fails')}</p>
    </Stack>
  )
}
