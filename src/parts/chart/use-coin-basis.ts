import { assets } from '#contract/assets/assets.ts'
import { parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useConfig } from '#src/stores/config.ts'
import { useMemo } from 'react'
import type { OwnTrigger } from './own-lines.ts'
import type { CoinBasis } from './trigger-lines.ts'

/** What the coin that the triggers of a chart would sell has cost; asked for only while there is one that sells. */
export function useCoinBasis(triggers: readonly OwnTrigger[]): CoinBasis | null {
  const { request } = useServices()
  const seller = triggers.find(({ trigger: { act } }) => act === 'sell')?.trigger ?? null
  const feeRate = useConfig(({ setting }) => setting?.coin_trade_fee ?? '0.001')
  const coin = seller?.currency_id ?? null
  // What it holds changes with each fill, and with it the cost.
  const { value } = useRead(`basis ${coin} ${triggers.length}`, async (signal) =>
    coin === null ? { ok: true, value: null } : request.read(assets.pnl, {}, { signal }),
  )
  const cost = value?.coins.find(({ currency }) => currency === coin)
  const [amount, paid] = [cost?.amount ?? null, cost?.cost ?? null]
  return useMemo(
    () =>
      amount === null || paid === null
        ? null
        : { amount: parseDec(amount), cost: parseDec(paid), feeRate: parseDec(feeRate) },
    [amount, paid, feeRate],
  )
}
