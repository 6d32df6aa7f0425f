import { financeVenue } from '#tests/server/features/finance/finance-venue.ts'

export const [usdt, btc] = [3, 1]
type Body = Readonly<Record<string, unknown>>
/** A venue with the demo's machines, seats and pools, and two people who mine and pledge. */
export async function miningVenue(options: Parameters<typeof financeVenue>[0] = {}) {
  const { settings, ...rest } = options
  const finance = await financeVenue({
    ...rest,
    settings: { ...settings, mining: { hasDemo: true, ...settings?.mining } },
  })
  const { venue, call, ann } = finance
  const get =
    (path: string) =>
    async (body: Body = {}, user = ann, key: string | null = null) =>
      call(`GET /api/${path}`, body, user, key)
  const acts = {
    buy: get('miner/buyMiner'),
    seat: get('miner/buySeat'),
    lock: get('miner/zhiya'),
    reserve: get('miner/reservation'),
    convert: get('miner/convert'),
    pledge: get('pledge/pledge'),
    info: get('miner/info'),
    list: get('miner/list'),
    mine: get('miner/myMinerList'),
    seats: get('miner/seatList'),
    summary: get('pledge/info'),
    awards: get('pledge/award'),
    pledges: get('pledge/pledgeRecord'),
  }
  /** A seat with two places and collateral for two of the smallest machines. */
  const equip = async (user = ann) => {
    await acts.seat({ seat_id: 'fjord' }, user)
    await acts.lock({ amount: '100' }, user)
  }
  const purse = (user = ann) => String(venue.ctx.ledger.leftOf(`purse:${user}`))
  const machineOf = async (id: string, user = ann) => {
    const { message } = await acts.list({ limit: 50 }, user)
    const list: unknown = typeof message === 'object' && message !== null && 'list' in message ? message.list : []
    return Array.isArray(list) ? list.find((each): boolean => each.id === id) : undefined
  }
  return { ...finance, ...acts, equip, purse, machineOf }
}
