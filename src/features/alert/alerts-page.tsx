import { alerts, type Alert } from '#contract/alert/alert.ts'
import { isMarket, symbolOf } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { alertPaths } from '#src/lib/paths/alert.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Card, Press, Row } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertForm } from './alert-form.tsx'
import styles from './alerts.module.css'
import { useSubmit } from '#src/actors/use-submit.ts'
import { formatTime } from '#src/lib/format.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { Link } from '#src/parts/link.tsx'
import { IconButton } from '#src/ui/button.tsx'

/** Loaded when somebody looks for another pair. */
const PairPicker = lazy(async () => ({ default: (await import('#src/parts/trade/pair-picker.tsx')).PairPicker }))

/** The price alerts of the user, and a new one for one pair. */
export function AlertsPage() {
  const { t } = useTranslation('alert')
  const { feeds, request } = useServices()
  const lastMarket = useSettings((settings) => settings.lastMarket)
  const asked = useQuery()['market']
  const market = isMarket(asked) ? asked : lastMarket
  const pair = useStream(feeds.pair$(market), loading).value
  const [isPicking, setIsPicking] = useState(false)
  const { value, ...read } = useRead('alerts', (signal) => request.read(alerts.list, {}, { signal }))
  useRefreshOn(['alert.changed', 'alert.fired'], () => void read.refresh())
  return (
    <Page title={t('titles.alerts')} onRefresh={read.refresh}>
      <Card as="section" gap={3} pad={4} clips aria-label={t('new')}>
        <Press
          lay="row"
          gap={1}
          align="center"
          size={5}
          weight="bold"
          self="start"
          tall={44}
          onClick={() => setIsPicking(true)}
          aria-label={`${symbolOf(market)}, ${t('market:pick')}`}
        >
          {symbolOf(market)}
          <Icon name="chevron-down" size={16} />
        </Press>
        {pair === null ? (
          <Skeleton lines={3} height={48} />
        ) : (
          <AlertForm
            key={market}
            pair={pair}
            isFull={value !== null && value.count >= value.max}
            max={value?.max ?? 0}
          />
        )}
      </Card>
      <Box as="h2" topPad={4} endPad={2} size={4}>
        {value === null ? t('own') : t('ownOf', { n: value.count, max: value.max })}
      </Box>
      {value === null && <Unread read={read} lines={3} height={64} />}
      {value?.list.length === 0 && <Empty text={t('empty')} icon="bell" />}
      {value !== null && value.list.length > 0 && (
        <Box as="ul" isCard clips isRuled>
          {value.list.map((each) => (
            <AlertRow key={each.id} alert={each} onGone={() => void read.refresh()} />
          ))}
        </Box>
      )}
      {isPicking && (
        <Suspense>
          <PairPicker
            isOpen
            onClose={() => setIsPicking(false)}
            onPick={(next) => {
              setIsPicking(false)
              go(alertPaths.alertsOf(next), { replace: true })
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** One alert, with the way to its chart and a button that deletes it. */
function AlertRow({ alert, onGone }: { readonly alert: Alert; readonly onGone: () => void }) {
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
      <Link to={marketPaths.klineOf(m)} lay="stack" grows gap="hair" blockPad={3} breaks>
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
