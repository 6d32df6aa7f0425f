import { createHmac } from 'node:crypto'
import type { DepositNetwork } from '#contract/wallet/deposit.ts'
import { memoOf } from '#contract/wallet/deposit-memo.ts'
import { demoAddressOf } from '#contract/market/market-address.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Coin, Network } from '#server/features/market/rows.ts'
import { poolAddressId, poolId } from './rows.ts'
import type { DepositContext } from './context.ts'

/** Where one person sends a coin on a network. */
type Place = { address: string; memo: string | null }

const hashBytes = 20
/** The address of a user for play money, which no wallet takes for one: the same for ever. */
const demoAddress = ({ secret }: Pick<DepositContext, 'secret'>, user: number, network: string) =>
  demoAddressOf(
    network,
    Uint8Array.from(createHmac('sha256', secret).update(`deposit|${network}|${user}`).digest().subarray(0, hashBytes)),
  )

/** The networks by which a coin can come in now; those of the demo have addresses of their own. */
export const openNetworks = ({ settings }: Pick<DepositContext, 'settings'>, { networks }: Coin): readonly Network[] =>
  networks.filter(({ isEnabled, deposit }) => isEnabled && (settings.deposit.hasDemoAddresses || deposit?.isOpen))

const held = ({ tables }: DepositContext, user: number, coin: number, network: string) => {
  const id = poolId(coin, network)
  const generation = tables.depositPools.get(id)?.generation
  return generation === undefined ? undefined : tables.depositAddresses.one('holder', `${id}|${generation}|${user}`)
}
/** Where a person sends a coin on an open network; null while they have been given no address. */
export function placeOn(ctx: DepositContext, user: number, coin: Coin, { name, deposit }: Network): Place | null {
  if (ctx.settings.deposit.hasDemoAddresses) {
    const address = demoAddress(ctx, user, name)
    return address === null ? null : { address, memo: null }
  }
  if (deposit?.way === 'memo') return { address: deposit.address, memo: memoOf(user) }
  const row = held(ctx, user, coin.id, name)
  return row === undefined ? null : { address: row.address, memo: null }
}
/** How many addresses of a pool nobody has yet. */
export const freeIn = ({ tables }: Pick<DepositContext, 'tables'>, coin: number, network: string): number => {
  const pool = tables.depositPools.get(poolId(coin, network))
  return pool === undefined ? 0 : pool.size - pool.given
}
const isExhausted = (ctx: DepositContext, coin: Coin, { name, deposit }: Network) =>
  !ctx.settings.deposit.hasDemoAddresses && deposit?.way === 'pool' && freeIn(ctx, coin.id, name) === 0

/** Gives a person an address on a network, once; nothing changes where they have one or none is left. */
function give(ctx: DepositContext, user: number, coin: Coin, network: Network) {
  if (placeOn(ctx, user, coin, network) !== null || isExhausted(ctx, coin, network)) return
  const { tables } = ctx
  const pool = tables.depositPools.get(poolId(coin.id, network.name))
  if (pool === undefined) return
  const n = pool.given + 1
  const row = tables.depositAddresses.need(poolAddressId({ pool: pool.id, generation: pool.generation, n }))
  tables.depositAddresses.put({ ...row, user })
  tables.depositPools.put({ ...pool, given: n })
}
type Giver = { ctx: DepositContext; command: <T>(work: (ctx: DepositContext) => T) => Promise<T> }
/** Gives a person the addresses that they lack on these networks, in a command of its own: a read changes nothing. */
export async function giveAddresses({ ctx, command }: Giver, user: number, coin: Coin, networks: readonly Network[]) {
  const lacking = networks.filter((each) => placeOn(ctx, user, coin, each) === null && !isExhausted(ctx, coin, each))
  if (lacking.length > 0) await command((inside) => lacking.forEach((each) => give(inside, user, coin, each)))
}

/** A person's address on each open network of a coin; refuses if there are none. A shared one has no place here. */
export function addressesOf(ctx: DepositContext, user: number, coin: Coin): Readonly<Record<string, string>> {
  const networks = openNetworks(ctx, coin)
  const found = networks.flatMap((network) => {
    const place = placeOn(ctx, user, coin, network)
    return place === null || place.memo !== null ? [] : [[network.name, place.address] as const]
  })
  if (found.length > 0) return Object.fromEntries(found)
  throw new Refusal(networks.some((each) => isExhausted(ctx, coin, each)) ? 'pool_empty' : 'network_unknown')
}
/** The open network named by a call. It may be left out when there is only one. */
export function networkOf(ctx: DepositContext, coin: Coin, typed: string | undefined): Network {
  const open = openNetworks(ctx, coin)
  const [only] = open
  const found = typed ? open.find(({ name }) => name === typed) : open.length === 1 ? only : undefined
  if (!found) throw new Refusal('network_unknown')
  return found
}
/** A network with its terms, and the person's address on it where they have one. */
export function networkView(ctx: DepositContext, user: number, coin: Coin, network: Network): DepositNetwork {
  const place = placeOn(ctx, user, coin, network)
  return {
    currency: coin.id,
    network: network.name,
    min: network.depositMin,
    fee: network.deposit?.fee ?? '0',
    confirmations: network.confirmations,
    address: place?.address ?? null,
    memo: place?.memo ?? null,
    has_memo: network.deposit?.way === 'memo',
    is_exhausted: place === null && isExhausted(ctx, coin, network),
    is_watched:
      ctx.settings.deposit.watchSecret !== '' &&
      ctx.tables.watchedWays.get(poolId(coin.id, network.name)) !== undefined,
  }
}
