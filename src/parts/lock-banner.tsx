import { useLocks, type HeldLock, type LockName } from '#src/actors/use-locks.ts'
import { shownParams } from '#src/parts/failure-text.ts'
import { Banner } from '#src/ui/banner.tsx'
import { useTranslation } from 'react-i18next'

type Props = {
  /** What the page's button does: takes part in a trade, sends money out, or any other change. */
  readonly stops: 'trade' | 'withdraw' | 'change'
  /** The button asks for the fund password. */
  readonly usesPin?: boolean
}

const namesOf: Readonly<Record<Props['stops'], readonly LockName[]>> = {
  trade: ['account', 'trade'],
  withdraw: ['account', 'withdraw'],
  change: ['account'],
}
const sentences = { account: 'account_locked', trade: 'trade_locked', withdraw: 'withdraw_locked', pin: 'pay_password_locked' } as const

/** Stands over a form whose button a lock stops: which lock, until when, why, and what is still possible. Nothing while none holds. */
export function LockBanner({ stops, usesPin = false }: Props) {
  const [lock] = useLocks(usesPin ? [...namesOf[stops], 'pin'] : namesOf[stops])
  return lock === undefined ? null : <Held lock={lock} />
}

function Held({ lock: { name, untilMs, reason } }: { readonly lock: HeldLock }) {
  const { t, i18n } = useTranslation(['ui', 'refusals'])
  const key = `lock.reasons.${reason}`
  // The reason is told with the lock it belongs to; an operator's own words are shown as they are.
  const why = reason === null || name === 'pin' || (reason === 'credential' && name !== 'withdraw') ? null : i18n.exists(key, { ns: 'ui' }) ? t(key) : reason
  return (
    <Banner kind="warning" icon="lock">
      <b>{t(`refusals:${sentences[name]}`, shownParams({ until_ms: untilMs }, null))}</b> {why} {name === 'trade' && t('lock.stillTrade')}
    </Banner>
  )
}
