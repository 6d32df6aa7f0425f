import { isRoundAhead, option, rounds, roundsShown, type Round } from '#contract/option.ts'
import { decode } from '#contract/wire/coded.ts'
import { filter, map, merge, scan, switchMap, type Observable } from 'rxjs'
import { channel$ } from '#streams/kit/channel.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { channelOf, type StreamDeps } from '#streams/kit/deps.ts'
import { live$, type Live, type Update } from '#streams/kit/live.ts'
import { polled$ } from '#streams/kit/poll.ts'

/** The rounds of one market and length by number: those that ended lately, the current one, those to come. */
export type Rounds = { readonly market: string; readonly seconds: number; readonly rounds: readonly Round[] }

const maxRounds = roundsShown.past + 1 + roundsShown.next

/** Rounds by their numbers; of each the copy that has gone furthest. Only the newest stay. */
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

/** Rounds by the socket and by polls, as updates of one list. */
export const roundUpdates$ = (
  market: string,
  seconds: number,
  events$: Observable<ChannelEvent>,
  polls$: Observable<readonly Round[]>,
): Observable<Update<Rounds>> => {
  const valued = (rounds: readonly Round[]): Held => ({
    rounds, update: { type: 'value', value: { market, seconds, rounds } },
  })
  const take = (held: Held, told: ChannelEvent): Held => {
    if (told.type === 'off' || told.type === 'away') return { ...held, update: { type: 'away' } }
    if (told.type === 'syncing' || told.type === 'confirmed') return { ...held, update: { type: told.type } }
    if (told.type === 'snap') {
      const read = decode(rounds.snap, told.data)
      return read.success ? valued(takeRounds(held.rounds, read.data.rounds)) : { ...held, update: { type: 'syncing' } }
    }
    if (told.type !== 'delta') return { ...held, update: null }
    const read = decode(rounds.delta, told.data)
    return read.success ? valued(takeRounds(held.rounds, [read.data.round])) : { ...held, update: { type: 'syncing' } }
  }
  return merge(events$, polls$).pipe(
    scan((held: Held, news) => ('type' in news ? take(held, news) : valued(takeRounds(held.rounds, news))), none),
    map(({ update }) => update),
    filter((update) => update !== null),
  )
}

const everyMs = 100
const renewMs = 4000
const feedMs = 2000
const refereeMs = 15_000

/** Names the market of a question. */
type IdOf = Observable<{ readonly id: number }>

/** The rounds of one market and length: by their channel, and by calls while the socket is away. */
export function rounds$(market: string, seconds: number, deps: StreamDeps, id$: IdOf): Observable<Live<Rounds>> {
  const { pollMode$, read, time } = deps
  const options = { ...channelOf(deps), kind: 'state', isActive$: deps.visible$, renewMs } as const
  const events$ = channel$(`round:${market}:${seconds}`, options)
  const ask = (id: number) => () => read(option.list, { match_id: id, seconds, limit: 1 })
  const polls$ = id$.pipe(
    switchMap(({ id }) => polled$(pollMode$, ask(id), { feedMs, refereeMs, isPatient: true, time })),
    map(({ rounds }) => rounds),
  )
  return live$(roundUpdates$(market, seconds, events$, polls$), { ...deps, everyMs })
}
