import { isRoundAhead, option, rounds, roundsShown, type Round } from '#contract/option/option.ts'
import { decode } from '#contract/wire/coded.ts'
import { filter, map, merge, scan, switchMap, type Observable } from 'rxjs'
import { channel$ } from '#streams/kit/channel.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { channelDeps, type StreamDeps } from '#streams/kit/deps.ts'
import { live$, type Live, type Update } from '#streams/kit/live.ts'
import { polled$ } from '#streams/kit/poll.ts'

/** The rounds of one market and length by number: the last ended ones, the current one, the next ones. */
export type Rounds = { readonly market: string; readonly seconds: number; readonly rounds: readonly Round[] }

const maxRounds = roundsShown.past + 1 + roundsShown.next

/** Rounds by number; of each the copy that `isRoundAhead` prefers. Only the newest stay. */
export function takeRounds(held: readonly Round[], some: readonly Round[]): readonly Round[] {
  const known = new Map(held.map((round) => [round.no, round]))
  for (const round of some) {
    const copy = known.get(round.no)
    if (copy === undefined || isRoundAhead(copy, round)) known.set(round.no, round)
  }
  return [...known.values()].toSorted((a, b) => a.no - b.no).slice(-maxRounds)
}

type Held = { readonly rounds: readonly Round[]; readonly update: Update<Rounds> | null }
const none: Held = { rounds: [], update: null }

/** Rounds by the socket and by polling, as updates of one list. */
export const roundUpdates$ = (
  market: string,
  seconds: number,
  events$: Observable<ChannelEvent>,
  polls$: Observable<readonly Round[]>,
): Observable<Update<Rounds>> => {
  const valued = (rounds: readonly Round[]): Held => ({
    rounds,
    update: { type: 'value', value: { market, seconds, rounds } },
  })
  const take = (held: Held, message: ChannelEvent): Held => {
    const { type } = message
    if (type === 'off' || type === 'away') return { ...held, update: { type: 'away' } }
    if (type === 'syncing' || type === 'confirmed') return { ...held, update: { type } }
    if (message.type === 'snap') {
      const read = decode(rounds.snap, message.data)
      return read.success ? valued(takeRounds(held.rounds, read.data.rounds)) : { ...held, update: { type: 'syncing' } }
    }
    if (message.type !== 'delta') return { ...held, update: null }
    const read = decode(rounds.delta, message.data)
    return read.success ? valued(takeRounds(held.rounds, [read.data.round])) : { ...held, update: { type: 'syncing' } }
  }
  return merge(events$, polls$).pipe(
    scan((held: Held, input) => ('type' in input ? take(held, input) : valued(takeRounds(held.rounds, input))), none),
    map(({ update }) => update),
    filter((update) => update !== null),
  )
}

const everyMs = 100
const refreshMs = 4000
const primaryMs = 2000
const verifyMs = 15_000

/** The id of the market. */
type IdOf = Observable<{ readonly id: number }>

/** The rounds of one market and length: by their channel, and by polling while the socket is away. */
export function rounds$(market: string, seconds: number, deps: StreamDeps, id$: IdOf): Observable<Live<Rounds>> {
  const { pollMode$, read, time } = deps
  const options = { ...channelDeps(deps), kind: 'state', isActive$: deps.visible$, refreshMs } as const
  const events$ = channel$(`round:${market}:${seconds}`, options)
  const ask = (id: number) => () => read(option.list, { match_id: id, seconds, limit: 1 })
  const polls$ = id$.pipe(
    switchMap(({ id }) => polled$(pollMode$, ask(id), { primaryMs, verifyMs, isVerifyDelayed: true, time })),
    map(({ rounds }) => rounds),
  )
  return live$(roundUpdates$(market, seconds, events$, polls$), { ...deps, everyMs })
}
