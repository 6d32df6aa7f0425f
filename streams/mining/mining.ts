import type { Mining, MyMachine, Reservation, Pledge } from '#contract/mining/mining.ts'
import type { Event } from '#contract/events.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { filter, map } from 'rxjs'

const miningIn = (event: Event): Mining | null => (event.ev === 'mining.changed' ? event.v : null)
const machineIn = (event: Event): MyMachine | null => (event.ev === 'mining.machineChanged' ? event.v : null)
const reservationIn = (event: Event): Reservation | null => (event.ev === 'mining.reservationChanged' ? event.v : null)
const pledgeIn = (event: Event): Pledge | null => (event.ev === 'mining.pledgeChanged' ? event.v : null)

/** The caller's own streams of mining and pledges: each change, whole. */
export const miningFeedsOf = ({ own }: FeedDeps) => ({
  mining$: own.events$.pipe(
    map(miningIn),
    filter((mining) => mining !== null),
  ),
  /** The same, for a page that has none before the first. */
  latestMining$: own.events$.pipe(
    filter((event) => event.ev === 'mining.changed'),
    map(miningIn),
  ),
  myMachine$: own.events$.pipe(
    map(machineIn),
    filter((machine) => machine !== null),
  ),
  reservation$: own.events$.pipe(
    map(reservationIn),
    filter((reservation) => reservation !== null),
  ),
  pledge$: own.events$.pipe(
    map(pledgeIn),
    filter((pledge) => pledge !== null),
  ),
})
