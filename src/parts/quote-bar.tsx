import type { Failure } from '#contract/wire/reply.ts'
import type { Quote } from '#machines/quote.ts'
import { useServices } from '#src/actors/services.tsx'
import type { Quoted } from '#src/actors/use-quote.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { Button } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { useTranslation } from 'react-i18next'
import styles from './quote-bar.module.css'

type Props = { readonly quoted: Pick<Quoted<Quote>, 'state' | 'quote' | 'failure' | 'renew' | 'lapse'> }

/** One line under the sums: how long the quote holds, or why there is none and the way to another. It never changes its height. */
export function QuoteBar({ quoted: { state, quote, failure, renew, lapse } }: Props) {
  const { t } = useTranslation(['ui', 'refusals'])
  const { serverNow } = useServices()
  const failureText = useFailureText()
  const said = (told: Failure) => (told.kind === 'unknown' ? t('refusals:unreachable') : failureText(told))
  return (
    <div className={styles.bar} data-state={state}>
      <p role="status">
        {state === 'asking' && t('quote.asking')}
        {state === 'held' && t('quote.holds')}
        {state === 'lapsed' && t('refusals:quote_expired')}
        {state === 'failed' && failure !== null && said(failure)}
      </p>
      {state === 'held' && quote !== null && <Countdown key={quote.expires_ms} deadlineMs={quote.expires_ms} now={serverNow} onEnd={lapse} />}
      {(state === 'lapsed' || state === 'failed') && (
        <Button kind="text" size="s" icon="refresh" onClick={renew}>
          {t('quote.renew')}
        </Button>
      )}
    </div>
  )
}
