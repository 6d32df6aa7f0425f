import { addressOn } from '#contract/market/market-address.ts'
import { maxAddresses, type withdraw } from '#contract/wallet/withdraw.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Coin, Network } from '#server/features/market/rows.ts'
import { checkOwnCode, spendOwnCode } from '#server/identity/own.ts'
import { isWaived } from '#server/identity/codes.ts'
import { checkPin } from '#server/identity/pins.ts'
import { addressOf } from './view.ts'
import type { AddressRow } from './rows.ts'
import type { WithdrawContext } from './context.ts'

/** The network named by a call; refuses one that the coin does not have or that is closed. */
export function networkOf(coin: Coin, name: string | undefined): Network {
  const found = coin.networks.find((network) => network.name === name && network.isEnabled)
  if (!found) throw new Refusal('network_unknown')
  return found
}
/** The addresses of a user, of one coin or of all, newest first. */
export const bookOf = ({ tables }: Pick<WithdrawContext, 'tables'>, user: number, coin?: number): AddressRow[] =>
  tables.addresses
    .group('user', user)
    .filter((row) => coin === undefined || row.coin === coin)
    .toSorted((a, b) => b.id - a.id)

/** Checks a new address but not the secrets: its network, the network's own check, and the book. */
function checkAddress(
  ctx: WithdrawContext,
  user: number,
  input: InputOf<typeof withdraw.addAddress>,
): Omit<AddressRow, 'id'> {
  const coin = ctx.tables.coins.need(input.currency_id)
  const network = networkOf(coin, input.netType || input.nettype)
  if (!input.address) throw new Refusal('address_required')
  const written = addressOn(network.name, input.address)
  if (written === null) throw new Refusal('address_malformed', { network: network.name })
  const row = {
    user,
    coin: coin.id,
    network: network.name,
    address: written,
    notes: input.notes || null,
    usableAt: ctx.now() + ctx.settings.identity.addressHoldMs,
    at: ctx.now(),
  }
  if (ctx.tables.addresses.one('place', `${user}|${row.coin}|${row.network}|${row.address}`))
    throw new Refusal('address_taken')
  if (bookOf(ctx, user).length >= maxAddresses) throw new Refusal('address_limit', { max: maxAddresses })
  return row
}
export const addAddress: Prepared<typeof withdraw.addAddress, WithdrawContext> = {
  prepare: async (asyncCtx, caller, input) => {
    const { user } = caller
    checkAddress(asyncCtx.ctx, user, input)
    // Clients for which no codes are asked have no field for the fund password here; they name it at the withdrawal.
    const isAsked = !isWaived(asyncCtx.ctx, 'address') || input.pay_password || input.code
    if (isAsked) {
      await checkPin(asyncCtx, user, input.pay_password)
      await checkOwnCode(asyncCtx, caller, input.code)
    }
    return (ctx) => {
      const row = checkAddress(ctx, user, input)
      if (isAsked) spendOwnCode(ctx, caller)
      return addressOf(ctx, ctx.tables.addresses.put({ ...row, id: ctx.tables.addresses.nextId() }))
    }
  },
}
export const removeAddress: Decide<typeof withdraw.removeAddress, WithdrawContext> = (
  { tables },
  { user },
  { address_id },
) => {
  const row = tables.addresses.need(address_id)
  if (row.user !== user) throw new Refusal('not_found')
  tables.addresses.remove(row.id)
  return {}
}
