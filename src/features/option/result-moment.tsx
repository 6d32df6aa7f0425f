import type { OptionOrder } from '#contract/option.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signal, type Signals } from './signals.ts'
import { endOf, priceText, profitText } from './stake-row.tsx'
import { useSettled } from './use-settled.ts'
import styles from './panel.module.css'

const icons = { win: 'check', draw: 'minus', loss: 'minus', void: 'refresh', open: 'clock', closing: 'clock' } as const

/** How a stake ended, said once and plainly; it stays until it is put away or the next one ends. */
export function ResultMoment({ signals, onOpen }: { readonly signals: Signals; readonly onOpen: (id: number) => void }) {
  const { t, i18n } = useTranslation(['option', 'ui'])
  const [order, setOrder] = useState<OptionOrder | null>(null)
  useSettled((ended) => {
    setOrder(ended)
    signal(signals)
  })
  const end = order === null ? null : endOf(order)
  return (
    <div role="status">
      {order !== null && end !== null && (
        <div className={styles.result} data-end={end}>
          <span className={styles.mark}>
            <Icon name={icons[end]} size={20} />
          </span>
          <span className={styles.said}>
            <strong>{profitText(order, i18n.language)}</strong>
            <span>{t(`results.${end}`, { no: order.round_no, type: t(`types.${order.type}`) })}</span>
            <span>
              {priceText(order.open_price, i18n.language)} → {priceText(order.end_price, i18n.language)}
            </span>
          </span>
          <button type="button" className={styles.link} onClick={() => onOpen(order.id)}>
            {t('receipt')}
          </button>
          <button type="button" className={styles.link} aria-label={t('ui:close')} onClick={() => setOrder(null)}>
            <Icon name="close" size={18} />
          </button>
        </div>
      )}
    </div>
  )
}
