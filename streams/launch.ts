import type { LaunchOrder } from '#contract/launch.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { filter, map } from 'rxjs'

/** The caller's own streams of new coins. */
export const launchFeedsOf = ({ own }: FeedDeps) => ({
  /** Each change of a subscription. */
  launchOrders$: own.events$.pipe(
    map((event): LaunchOrder | null => (event.ev === 'launch.changed' ? event.v : null)),
    filter((order) => order !== null),
  ),
})
