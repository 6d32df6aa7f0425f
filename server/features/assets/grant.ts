import { logTypes, type AccountKind } from '#contract/wire/booking.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { CommandContext } from '#server/core/context.ts'
import { playMoneyRef } from '#server/core/settings.ts'

/** Play money of the demo. */
const grants: readonly (readonly [asset: number, kind: AccountKind, amount: string])[] = [
  [3, 'change', '10000'],
  [3, 'lever', '1000'],
  [3, 'micro', '1000'],
  [3, 'legal', '1000'],
  [1, 'change', '0.1'],
  [2, 'change', '2'],
]

/** Gives a new user play money. It is posted against the `external` account, so that entries stay balanced. */
export const grantDemo = ({ ledger }: Pick<CommandContext, 'ledger'>, user: number) => {
  for (const [asset, kind, amount] of grants) {
    const units = parseDec(amount)
    ledger.post({
      type: logTypes.deposit,
      ref: `${playMoneyRef}${user}:${asset}:${kind}`,
      postings: [
        { owner: 'external', asset, kind, free: -units },
        { owner: user, asset, kind, free: units },
      ],
    })
  }
}
