import type { Failure } from '#contract/wire/reply.ts'
import type { Quote } from '#machines/kit/quote.ts'
import { useServices } from '#src/actors/services.tsx'
import type { Quoted } from '#src/actors/use-quote.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { Row } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { useTranslation } from 'react-i18next'
import styles from './quote-bar.module.css'

type Props = { readonly quoted: Pick<Quoted<Quote>, 'state' | 'quote' | 'failure' | 'renew' | 'lapse'> }

/**
 * One line under the amounts: how long the quote is valid, or why there is none, with a
 * button to request another. Its height is constant.
 */
export function QuoteBar({ quoted: { state, quote, failure, renew, lapse } }: Props) {
  const { t } = useTranslation(['ui', 'refusals'])
  const { serverNow } = useServices()
  const failureText = useFailureText()
  const textOf = (failure: Failure) => (failure.kind === 'unknown' ? t('refusals:unreachable') : failureText(failure))
  return (
    <Row gap={3} justify="between" size={2} tone={2} isTouch className={styles.bar} data-state={state}>
      <p role="status">
        {state === 'asking' && t('quote.asking')}
        {state === 'held' && t('quote.holds')}
        {state === 'lapsed' && t('refusals:quote_expired')}
        {state === 'failed' && failure !== null && textOf(failure)}
      </p>
      {state === 'held' && quote !== null && (
        <Countdown key={quote.expires_ms} deadlineMs={quote.expires_ms} now={serverNow} onEnd={lapse} />
      )}
      {(state === 'lapsed' || state === 'failed') && (
        <Button kind="text" size="s" icon="refresh" onClick={renew}>
          {t('quote.renew')}
        </Button>
      )}
    </Row>
  )
}
