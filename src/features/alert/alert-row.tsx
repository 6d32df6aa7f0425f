import { alerts, type Alert } from '#contract/alert/alert.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { formatTime } from '#src/lib/format.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { Link } from '#src/parts/link.tsx'
import { Box, Row } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import styles from './alerts.module.css'

/** One alert, with the way to its chart and a button that deletes it. */
export function AlertRow({ alert, onGone }: { readonly alert: Alert; readonly onGone: () => void }) {
  const { t } = useTranslation('alert')
  const priceText = usePairPrice()
  const failureText = useFailureText()
  const { send, isBusy, failure, state } = useSubmit(alerts.remove, { onDone: onGone })
  const { id, m, symbol, side, price, mode, fired_ms } = alert
  const text = t(`sides.${side}`, { price: priceText(price, symbol) })
  const isGone = state === 'refused' && failure?.kind === 'refused' && failure.reason === 'not_found'
  // It has fired, or was deleted on another device.
  useOnValue(isGone ? failure : null, onGone)
  return (
    <Row as="li" gap={2} className={styles.row}>
      <Link to={marketPaths.klineOf(m)} className={styles.words}>
        <b>{symbol}</b>
        <span>{text}</span>
        <Box as="small" size={2} tone={2}>
          {t(`modes.${mode}`)}
          {fired_ms !== null && ` · ${t('fired', { time: formatTime(fired_ms) })}`}
        </Box>
        {failure !== null && !isGone && <small role="alert">{failureText(failure)}</small>}
      </Link>
      <IconButton
        icon="trash"
        label={`${t('delete')}: ${symbol}, ${text}`}
        aria-busy={isBusy}
        onClick={() => send({ id })}
      />
    </Row>
  )
}
