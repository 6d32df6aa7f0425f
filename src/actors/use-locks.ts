import type { Lock } from '#contract/account/account.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { loading } from '#streams/kit/live.ts'
import { useEffect, useReducer } from 'react'
import { useServices } from './services.tsx'

/** What can be locked: all changes, new trades, what leaves the venue, the fund password. */
export type LockName = 'account' | 'trade' | 'withdraw' | 'pin'
export type HeldLock = { readonly name: LockName; readonly untilMs: number; readonly reason: string | null }

const untilOf: Readonly<Record<LockName, (lock: Lock) => number | null>> = {
  account: (lock) => lock.account_until_ms,
  trade: (lock) => lock.trade_until_ms,
  withdraw: (lock) => lock.withdraw_until_ms,
  pin: (lock) => lock.pay_password_until_ms,
}
/** A timer runs late after a sleep of the device, so a long one is looked at again in between. */
const longestMs = 60_000

/**
 * Those of the named locks that hold now by the server's clock, in the given order; each leaves by itself at its end.
 */
export function useLocks(names: readonly LockName[]): readonly HeldLock[] {
  const { feeds, serverNow } = useServices()
  const { value } = useStream(feeds.lock$, loading)
  const [looks, look] = useReducer((count: number) => count + 1, 0)
  // Before the first answer has told the server's time, the instant at which the locks were told stands for it.
  const nowMs = Math.max(serverNow(), value?.server_now_ms ?? 0)
  const held = names.flatMap((name) => {
    const untilMs = value === null ? null : untilOf[name](value)
    return untilMs === null || untilMs <= nowMs ? [] : [{ name, untilMs, reason: value?.reason ?? null }]
  })
  const nextMs = held.length === 0 ? null : Math.min(...held.map(({ untilMs }) => untilMs))
  useEffect(() => {
    if (nextMs === null) return
    const timer = setTimeout(look, Math.min(longestMs, Math.max(250, nextMs - serverNow())))
    return () => clearTimeout(timer)
  }, [nextMs, looks, serverNow])
  return held
}
