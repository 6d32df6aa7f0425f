import { Box, Stack } from '#src/ui/box.tsx'
import { quoteOf } from '#contract/market/market.ts'
import { option, type OptionOrder } from '#contract/option/option.ts'
import { receiptText, recompute, type Recomputed } from '#contract/option/option-outcome.ts'
import { formatTime, formatWireTime } from '#src/lib/format.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { Price } from '#src/parts/price.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Unread } from '#src/parts/loaded.tsx'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Button } from '#src/ui/button.tsx'
import { Money } from '#src/ui/money.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { endOf, profitText } from './stake-row.tsx'
import styles from './stakes.module.css'

/** One stake with its settlement receipt. */
export function StakeDetail({ id, onClose }: { readonly id: number | null; readonly onClose: () => void }) {
  const { t } = useTranslation('option')
  return (
    <Sheet title={t('detail')} isOpen={id !== null} onClose={onClose}>
      {id !== null && <Detail key={id} id={id} />}
    </Sheet>
  )
}

function Detail({ id }: { readonly id: number }) {
  const { request } = useServices()
  const asked = useRead(`stake ${id}`, () => request.read(option.list, { id }))
  const order = asked.value?.data[0] ?? null
  if (order === null) return <Unread read={asked} lines={6} height={28} />
  return (
    <Stack gap={4} className={styles.detail}>
      <OrderRows order={order} />
      {order.receipt !== null && <ReceiptView order={order} receipt={order.receipt} />}
    </Stack>
  )
}

type Row = readonly [string, ReactNode]
const Rows = ({ rows }: { readonly rows: readonly Row[] }) => (
  <Facts facts={rows.map(([name, value]) => ({ name, value }))} />
)

function OrderRows({ order }: { readonly order: OptionOrder }) {
  const { t, i18n } = useTranslation('option')
  const lang = i18n.language
  const shown = numbersIn(lang)
  const rows: readonly Row[] = [
    [t('orderNo'), String(order.show_micro_id)],
    [order.symbol_name, `${t(`types.${order.type}`)} · ${t('seconds', { count: order.seconds })}`],
    [t('round'), t('roundNo', { no: order.round_no })],
    [t('amount'), shown.money(order.number, order.currency_name)],
    [t('fee'), shown.cost(order.fee, order.currency_name)],
    [t('yield'), shown.percent(order.profit_ratio)],
    [t('entry'), <Price key="entry" text={order.open_price} symbol={order.symbol_name} />],
    [t('delivery'), <Price key="delivery" text={order.end_price} symbol={order.symbol_name} />],
    [t('boughtAt'), formatWireTime(order.created_at)],
    [t('dueAt'), formatWireTime(order.handled_at)],
    [t('state'), t(`states.${endOf(order)}`)],
    ...(order.void_reason === null ? [] : [[t('reason'), t(`voids.${order.void_reason}`)] as const]),
    ...(order.status === 'closed' ? [[t('profit'), profitText(order, lang)] as const] : []),
  ]
  return <Rows rows={rows} />
}

type Checked = { readonly result: Recomputed; readonly digest: string | null }

function ReceiptView({
  order,
  receipt,
}: {
  readonly order: OptionOrder
  readonly receipt: NonNullable<OptionOrder['receipt']>
}) {
  const { t, i18n } = useTranslation('option')
  const [checked, setChecked] = useState<Checked | null>(null)
  const lang = i18n.language
  const at = (fixing: typeof receipt.entry) =>
    fixing === null ? '—' : `${numbersIn(lang).price(fixing.price, receipt.scale)} · ${formatTime(fixing.at_ms)}`
  const check = async () => {
    const result = recompute(order)
    if (result !== null) setChecked({ result, digest: await digestOf(receiptText(receipt)) })
  }
  const path = receipt.path ?? []
  const values = receipt.values ?? []
  const unit = quoteOf(order.symbol_name)
  return (
    <Stack as="section" gap={4} className={styles.detail} aria-label={t('receipt')}>
      <h3>{t('receipt')}</h3>
      <Rows
        rows={[
          [t('entryTick'), at(receipt.entry)],
          [t('deliveryTick'), at(receipt.delivery)],
          [t('source'), receipt.source],
          [t('coverage'), numbersIn(lang).percent(receipt.coverage)],
          [t('rule'), receipt.rule],
          [t('outcome'), t(`outcomes.${receipt.outcome}`)],
          [t('payout'), numbersIn(lang).money(receipt.payout, order.currency_name)],
          [t('digest'), <code key="digest">{receipt.digest}</code>],
        ]}
      />
      <Button kind="quiet" icon="refresh" isWide onClick={() => void check()}>
        {t('recompute')}
      </Button>
      <div role="status">{checked !== null && <Verdict order={order} receipt={receipt} checked={checked} />}</div>
      <Ticks title={t('meanValues', { count: values.length })} rows={values} scale={receipt.scale} unit={unit} />
      <Ticks title={t('path', { count: path.length })} rows={path} scale={receipt.scale} unit={unit} />
    </Stack>
  )
}

/** A collapsible list of prices; renders nothing without rows. */
function Ticks({
  title,
  rows,
  scale,
  unit,
}: {
  readonly title: string
  readonly rows: readonly (readonly [number, string, string])[]
  readonly scale: number
  readonly unit: string
}) {
  if (rows.length === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to scroll by keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        <Box as="table" isFull size={1} className={styles.path}>
          <tbody>
            {rows.map(([ms, price, tick]) => (
              // One tick may be the value of two seconds.
              <tr key={`${ms} ${tick}`}>
                <td>{formatTime(ms)}</td>
                <td>{tick}</td>
                <td>
                  <Money kind="price" text={price} unit={unit} scale={scale} isBare />
                </td>
              </tr>
            ))}
          </tbody>
        </Box>
      </div>
    </details>
  )
}

/** The result of the local recomputation beside the receipt. */
function Verdict({
  order,
  receipt,
  checked: { result, digest },
}: {
  readonly order: OptionOrder
  readonly receipt: NonNullable<OptionOrder['receipt']>
  readonly checked: Checked
}) {
  const { t, i18n } = useTranslation('option')
  const verdict = useRef<HTMLDivElement>(null)
  // It appears below the button that requested it, often outside of the viewport.
  useEffect(() => {
    // Not returned: some browsers return a promise, which is not a cleanup function.
    verdict.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const isDigestRight = digest === null ? result.agrees.digest : digest === receipt.digest
  const isRight = result.isRight && isDigestRight
  const mark = (agrees: boolean) => t(agrees ? 'agrees' : 'differs')
  return (
    <Stack ref={verdict} gap={2} pad={3} ground={isRight ? 'well' : 'danger'} round={2} size={2}>
      <strong>{t(isRight ? 'recomputedRight' : 'recomputedWrong')}</strong>
      <Rows
        rows={[
          [t('outcome'), `${t(`outcomes.${result.outcome}`)} · ${mark(result.agrees.outcome)}`],
          [
            t('payout'),
            `${numbersIn(i18n.language).money(result.payout, order.currency_name)} · ${mark(result.agrees.payout)}`,
          ],
          [t('digest'), mark(isDigestRight)],
          [t('meanShort'), mark(result.agrees.mean)],
          [t('pathShort'), mark(result.agrees.path)],
        ]}
      />
    </Stack>
  )
}

/**
 * SHA-256 in hex by the browser's Web Crypto, as a check that is independent
 * of our own code; null where it is unavailable.
 */
async function digestOf(text: string): Promise<string | null> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
