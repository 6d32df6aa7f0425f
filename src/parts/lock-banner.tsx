import { useLocks, type HeldLock, type LockName } from '#src/actors/use-locks.ts'
import { shownParams } from '#src/parts/failure-text.ts'
import { Banner } from '#src/ui/banner.tsx'
import { useTranslation } from 'react-i18next'

/** The kind of action of a page's button: a trade, an outgoing payment, or any other change. */
export type Stopped = 'trade' | 'withdraw' | 'change'
type Props = {
  readonly stops: Stopped
  /** The action requires the fund password. */
  readonly usesPin?: boolean
}

const namesOf: Readonly<Record<Stopped, readonly LockName[]>> = {
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

/** The locks that stop an action. */
export const lockNames = (stops: Stopped, usesPin: boolean): readonly LockName[] =>
  usesPin ? [...namesOf[stops], 'pin'] : namesOf[stops]

/**
 * Shown above a form whose action is locked: which lock, until when, why, and
 * what is still possible. Empty without a lock.
 */
export function LockBanner({ stops, usesPin = false }: Props) {
  const [lock] = useLocks(lockNames(stops, usesPin))
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
