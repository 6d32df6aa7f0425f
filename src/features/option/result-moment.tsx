import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import type { OptionOrder } from '#contract/option/option.ts'
import { Price } from '#src/parts/price.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signal, type Signals } from './signals.ts'
import { endOf, profitText } from './stake-row.tsx'
import { useSettled } from './use-settled.ts'
import styles from './panel.module.css'

const icons = { win: 'check', draw: 'minus', loss: 'minus', void: 'refresh', open: 'clock', closing: 'clock' } as const

/** The results of a round's stakes, each announced once; they stay until dismissed or replaced by another round. */
export function ResultMoment({
  signals,
  onOpen,
}: {
  readonly signals: Signals
  readonly onOpen: (id: number) => void
}) {
  const [orders, setOrders] = useState<readonly OptionOrder[]>([])
  useSettled((ended) => {
    // Several may be settled before the next render.
    setOrders((held) => [...held.filter(({ id, round_id }) => round_id === ended.round_id && id !== ended.id), ended])
    signal(signals)
  })
  return (
    <div role="status" className={styles.results}>
      {orders.map((order) => (
        <Result
          key={order.id}
          order={order}
          onOpen={() => onOpen(order.id)}
          onClose={() => setOrders((held) => held.filter(({ id }) => id !== order.id))}
        />
      ))}
    </div>
  )
}

type Props = { readonly order: OptionOrder; readonly onOpen: () => void; readonly onClose: () => void }

function Result({ order, onOpen, onClose }: Props) {
  const { t, i18n } = useTranslation(['option', 'ui'])
  const end = endOf(order)
  return (
    <Row gap={2} blockPad={2} sidePad={3} isCard data-end={end}>
      <Box
        as="span"
        ground={end === 'win' ? 'rise' : 'well'}
        tone={end === 'win' ? 'rise' : 1}
        round="full"
        square={32}
      >
        <Icon name={icons[end]} size={20} />
      </Box>
      <Stack as="span" size={2} grows className={styles.said}>
        <strong>{profitText(order, i18n.language)}</strong>
        <span>{t(`results.${end}`, { no: order.round_no, type: t(`types.${order.type}`) })}</span>
        <span>
          <Price text={order.open_price} symbol={order.symbol_name} /> →{' '}
          <Price text={order.end_price} symbol={order.symbol_name} />
        </span>
      </Stack>
      <Press size={2} tone="accent" isTouch className={styles.link} onClick={onOpen}>
        {t('receipt')}
      </Press>
      <Press size={2} tone="accent" isTouch className={styles.link} aria-label={t('ui:close')} onClick={onClose}>
        <Icon name="close" size={18} />
      </Press>
    </Row>
  )
}
