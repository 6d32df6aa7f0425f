import { useLocks, type HeldLock, type LockName } from '#src/actors/use-locks.ts'
import { shownParams } from '#src/parts/failure-text.ts'
import { Banner } from '#src/ui/banner.tsx'
import { useTranslation } from 'react-i18next'

type Props = {
  /** The kind of action of the page's button: a trade, an outgoing payment, or any other change. */
  readonly stops: 'trade' | 'withdraw' | 'change'
  /** The action requires the fund password. */
  readonly usesPin?: boolean
}

const namesOf: Readonly<Record<Props['stops'], readonly LockName[]>> = {
  trade: ['account', 'trade'],
  withdraw: ['account', 'withdraw'],
  change: ['account'],
}
const sentences = {
  account: 'account_locked',
  trade: 'trade_locked',
  withdraw: 'withdraw_locked',
  pin: 'pay_password_locked',
} as const

/**
 * Shown above a form whose action is locked: which lock, until when, why, and
 * what is still possible. Empty without a lock.
 */
export function LockBanner({ stops, usesPin = false }: Props) {
  const [lock] = useLocks(usesPin ? [...namesOf[stops], 'pin'] : namesOf[stops])
  return lock === undefined ? null : <Held lock={lock} />
}

function Held({ lock: { name, untilMs, reason } }: { readonly lock: HeldLock }) {
  const { t, i18n } = useTranslation(['ui', 'refusals'])
  const key = `lock.reasons.${reason}`
  // Only the reason of this lock; an operator's own text is shown as it is.
  const why =
    reason === null || name === 'pin' || (reason === 'credential' && name !== 'withdraw')
      ? null
      : i18n.exists(key, { ns: 'ui' })
        ? t(key)
        : reason
  return (
    <Banner kind="warning" icon="lock">
      <b>{t(`refusals:${sentences[name]}`, shownParams({ until_ms: untilMs }, null))}</b> {why}{' '}
      {name === 'trade' && t('lock.stillTrade')}
    </Banner>
  )
}
