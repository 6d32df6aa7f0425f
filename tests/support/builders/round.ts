import type { Round, RoundPhase } from '#contract/option/option.ts'
import { roundRev } from '#contract/option/option-outcome.ts'

/** A round of one minute: number 1 opens at epoch 0, purchases end 20 s before the close. */
export const aRound = (no: number, phase: RoundPhase, some: Partial<Round> = {}): Round => ({
  id: `BTC-USDT-60-${no}`,
  no,
  match_id: 1,
  symbol: 'BTC/USDT',
  seconds: 60,
  phase,
  open_ms: (no - 1) * 60_000,
  lock_ms: no * 60_000 - 20_000,
  close_ms: no * 60_000,
  delivery_price: phase === 'settled' ? '100.00' : null,
  delivery_tick: phase === 'settled' ? `t${no}` : null,
  void_reason: phase === 'void' ? 'stale' : null,
  rev: roundRev(phase),
  ...some,
})
