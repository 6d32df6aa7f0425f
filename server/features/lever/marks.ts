import { formatDec, parseDec } from '#contract/wire/money.ts'
import { hazardRate, isBurst, isEntryReached, riskTenth, stopReached } from '#contract/lever-risk.ts'
import type { Rooms } from '#server/core/context.ts'
import { burstRate, isRiskFresh, markOf, pendingOf, riskOf, tradingOf, warnRate } from './account.ts'
import { liquidate, settleLever, stepLever, tellPosition } from './settle.ts'
import { liquidationText, rateText } from './view.ts'
import { Refusal } from '#server/core/refusal.ts'
import { leverAccount, type LeverRow } from './rows.ts'
import type { Venue } from '#server/venue.ts'

const warnEveryMs = 5000
type Account = { user: number; quote: number }

/** A waiting entry whose price has come opens at exactly that price, with what was set aside for it. */
function activate(rooms: Rooms, row: LeverRow) {
  const at = rooms.now()
  const { price } = markOf(rooms, row.pair)
  tellPosition(rooms, stepLever(rooms, 'activate', row, { origin: price, openedAt: at, stopsAt: at }), 'activated')
}
const isActivationDue = (rooms: Rooms, row: LeverRow) => {
  const mark = markOf(rooms, row.pair)
  return mark.isFresh && isEntryReached(row.side, row.price, mark.price, parseDec(rooms.tables.pairs.need(row.pair).spread))
}
/** A stop acts on marks later than its setting only. */
const stopDue = (rooms: Rooms, row: LeverRow) => {
  const mark = markOf(rooms, row.pair)
  return mark.isFresh && mark.at > row.stopsAt ? stopReached(row.side, row, mark.price) : null
}

function tellRisk(rooms: Rooms, { user, quote }: Account) {
  const { settings, tables, now } = rooms
  const risk = riskOf(rooms, user, quote)
  rooms.tell(user, {
    ev: 'lever.riskRose',
    v: {
      legal_id: quote, legal_name: tables.coins.need(quote).name, hazard_rate: rateText(hazardRate(risk)),
      warn: formatDec(parseDec(settings.leverWarnHazardRate)), burst: formatDec(parseDec(settings.leverBurstHazardRate)),
      positions: tradingOf(rooms, user, quote).map(({ id, pair }) => ({ id, liquidation_price: liquidationText(rooms, risk, pair) })),
      at_ms: now(),
    },
  })
}

const accountsOf = ({ tables }: Rooms): Account[] => [
  ...new Map([...tables.leverPositions.all()].map(({ user, quote }) => [leverAccount(user, quote), { user, quote }])).values(),
]

/**
 * Watches the contracts at the mark: entries that wait, stops, accounts near their end. Looking is free; what is due is a command
 * of its own, decided again inside it.
 */
export function createMarks({ rooms, command }: Pick<Venue, 'rooms' | 'command'>) {
  /** How far each account has been warned, and when. */
  const warned = new Map<string, { tenth: number; at: number }>()

  /** A refusal (a mark too old to decide) leaves the work for a later tick. */
  const attempt = (name: string, work: (inside: Rooms) => void) =>
    command(name, work).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown
    })

  const watchOne = (row: LeverRow): Promise<unknown>[] => {
    const again = (inside: Rooms) => inside.tables.leverPositions.get(row.id)
    const { id } = row
    const works: Promise<unknown>[] = []
    if (row.status === 'pending' && isActivationDue(rooms, row)) works.push(attempt('activate', (inside) => activate(inside, inside.tables.leverPositions.need(id))))
    const now = again(rooms)
    const reason = now?.status === 'trading' ? stopDue(rooms, now) : null
    if (reason !== null) works.push(attempt('stop', (inside) => settleLever(inside, inside.tables.leverPositions.need(id), reason)))
    return works
  }
  const watchRisk = (account: Account): Promise<unknown>[] => {
    const { user, quote } = account
    const key = leverAccount(user, quote)
    if (!isRiskFresh(rooms, user, quote)) return []
    const risk = riskOf(rooms, user, quote)
    if (isBurst(risk, burstRate(rooms))) {
      warned.delete(key)
      return [attempt('liquidate', (inside) => liquidate(inside, user, quote))]
    }
    const tenth = riskTenth(risk, warnRate(rooms), burstRate(rooms))
    const last = warned.get(key)
    if (tenth === null) {
      if (last) warned.set(key, { ...last, tenth: -1 })
      return []
    }
    if (last && (tenth <= last.tenth || rooms.now() - last.at < warnEveryMs)) return []
    warned.set(key, { tenth, at: rooms.now() })
    return [attempt('warn', (inside) => tellRisk(inside, account))]
  }

  return {
    /** One look at everything, after prices have moved. */
    step: async () => {
      if (rooms.settings.isHalted) return
      const works: Promise<unknown>[] = []
      for (const account of accountsOf(rooms)) {
        const { user, quote } = account
        for (const row of [...pendingOf(rooms, user, quote), ...tradingOf(rooms, user, quote)]) works.push(...watchOne(row))
        works.push(...watchRisk(account))
      }
      await Promise.all(works)
    },
  }
}
