import { createHmac } from 'node:crypto'
import { demoAddressOf } from '#contract/market/market-address.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { amountOf } from '#server/features/assets/quote-price.ts'
import type { HouseAccount } from '#server/features/wallet/bank/rows.ts'
import type { Coin, Network } from '#server/features/market/rows.ts'
import { fileOf } from '#server/identity/links.ts'
import type { DepositContext } from './context.ts'

const hashBytes = 20
/** The address of a user on a network, which no wallet takes for one: the same for ever. */
export const addressOn = ({ secret }: Pick<DepositContext, 'secret'>, user: number, network: string) =>
  demoAddressOf(
    network,
    Uint8Array.from(createHmac('sha256', secret).update(`deposit|${network}|${user}`).digest().subarray(0, hashBytes)),
  )

/** The networks on which a coin can be deposited, with the caller's address on each; refuses if there are none. */
export function addressesOf(ctx: DepositContext, user: number, coin: Coin): Readonly<Record<string, string>> {
  const found = !ctx.settings.deposit.hasDemoAddresses
    ? []
    : coin.networks
        .filter(({ isEnabled }) => isEnabled)
        .flatMap(({ name }) => {
          const address = addressOn(ctx, user, name)
          return address === null ? [] : [[name, address] as const]
        })
  if (found.length === 0) throw new Refusal('network_unknown')
  return Object.fromEntries(found)
}
/** The network named by a call. It may be left out when there is only one. */
export function networkOf(coin: Coin, typed: string | undefined): Network {
  const enabled = coin.networks.filter(({ isEnabled }) => isEnabled)
  const [only] = enabled
  const found = typed ? enabled.find(({ name }) => name === typed) : enabled.length === 1 ? only : undefined
  if (!found) throw new Refusal('network_unknown')
  return found
}
/** The amount of a deposit in units of 10^-8: not less than the network's least. */
export function depositAmount(coin: Coin, network: Network, typed: string | undefined) {
  const amount = amountOf(typed, coin.scale)
  if (amount < parseDec(network.depositMin)) throw new Refusal('amount_below_min', { min: network.depositMin })
  return formatDec(amount)
}
/** Paths of the uploads that prove a payment: at least one, each the caller's own, each once. */
export function proofOf(ctx: DepositContext, user: number, imgs: readonly string[] | undefined): string[] {
  if (!imgs || imgs.length === 0) throw new Refusal('proof_required')
  return [...new Set(imgs.map((img) => fileOf(ctx, user, img).id))]
}
/** The open accounts to which people pay. */
export const openAccounts = ({ tables }: Pick<DepositContext, 'tables'>, kind: HouseAccount['kind']): HouseAccount[] =>
  [...tables.houseAccounts.all()]
    .filter((account) => account.kind === kind && account.isOpen)
    .toSorted((a, b) => a.sort - b.sort)
export function companyOf(ctx: Pick<DepositContext, 'tables'>): HouseAccount {
  const [account] = openAccounts(ctx, 'company')
  if (!account) throw new Refusal('bank_closed')
  return account
}
