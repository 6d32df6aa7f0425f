import type { AlertMode, AlertSide } from '#contract/alert/alert.ts'
import type { OpenTable } from '#server/core/tables.ts'

/**
 * A price alert; `price` in ticks. An armed one fires when the last price reaches it. One that has fired, and repeats,
 * is armed again once the price has left it.
 */
export type AlertRow = {
  id: number
  user: number
  pair: number
  side: AlertSide
  price: number
  mode: AlertMode
  isArmed: boolean
  at: number
  firedAt: number | null
}
export const sameAlert = ({ user, pair, side, price }: Pick<AlertRow, 'user' | 'pair' | 'side' | 'price'>) =>
  `${user}|${pair}|${side}|${price}`

export const createAlertTables = (open: OpenTable) => ({
  alerts: open<AlertRow>({
    name: 'alerts',
    key: 'int',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user, pair: ({ pair }) => pair },
    unique: { same: sameAlert },
  }),
})
export type AlertTables = ReturnType<typeof createAlertTables>
