import { globSync } from 'node:fs'

/** Files that are mutated, the tests that must notice it, and the share of mutants that must be killed, in percent. */
export type Target = {
  readonly group: string
  readonly least: number
  readonly files: readonly string[]
  readonly tests: readonly string[]
}

const money = (files: readonly string[], tests: readonly string[]): Target => ({
  group: 'money',
  least: 90,
  files,
  tests,
})
const other = (group: string, files: readonly string[], tests: readonly string[]): Target => ({
  group,
  least: 80,
  files,
  tests,
})
const machine = (name: string, ...tests: readonly string[]) =>
  other(
    'machines',
    globSync(`machines/**/${name}.ts`),
    tests.map((test) => `tests/${test}.test.ts`),
  )

export const targets: readonly Target[] = [
  money(
    ['contract/wire/money.ts'],
    ['tests/contract/money.test.ts', 'tests/contract/option.test.ts', 'tests/contract/risk.test.ts'],
  ),
  money(
    ['contract/lever/lever-risk.ts'],
    [
      'tests/contract/risk.test.ts',
      'tests/contract/lever-fill.test.ts',
      'tests/server/features/lever/lever.test.ts',
      'tests/server/features/lever/lever-risk.test.ts',
    ],
  ),
  money(
    ['contract/option/option-outcome.ts'],
    [
      'tests/contract/option.test.ts',
      'tests/server/features/option/rounds.test.ts',
      'tests/server/features/option/option.test.ts',
    ],
  ),
  money(
    ['server/core/ledger.ts', 'server/core/journal.ts'],
    [
      'tests/server/core/ledger.test.ts',
      'tests/server/core/tables.test.ts',
      'tests/server/features/spot/spot.test.ts',
      'tests/server/core/auditor.test.ts',
    ],
  ),
  money(
    ['server/features/spot/settle.ts'],
    ['tests/server/features/spot/spot.test.ts', 'tests/server/core/ledger.test.ts'],
  ),
  money(
    [
      'server/features/lever/settle.ts',
      'server/features/lever/liquidate.ts',
      'server/features/lever/losses.ts',
      'server/features/lever/house.ts',
    ],
    [
      'tests/server/features/lever/lever.test.ts',
      'tests/server/features/lever/lever-economics.test.ts',
      'tests/server/features/lever/lever-risk.test.ts',
      'tests/server/features/lever/lever-house.test.ts',
    ],
  ),
  money(
    ['server/features/option/settle.ts', 'server/features/option/exposure.ts', 'server/features/option/still.ts'],
    [
      'tests/server/features/option/option.test.ts',
      'tests/server/features/option/rounds.test.ts',
      'tests/server/features/option/still.test.ts',
    ],
  ),
  money(
    [
      'server/features/assets/flash.ts',
      'server/features/assets/gifts.ts',
      'server/features/assets/quote-sums.ts',
      'server/features/assets/quotes.ts',
    ],
    ['tests/server/features/assets/moves.test.ts'],
  ),
  money(
    ['server/features/wallet/withdraw/settle.ts', 'server/features/wallet/withdraw/days.ts'],
    ['tests/server/features/wallet/withdraw/withdraw.test.ts'],
  ),
  money(
    ['server/features/wallet/deposit/settle.ts', 'server/features/wallet/deposit/review.ts'],
    ['tests/server/features/wallet/deposit/deposit.test.ts'],
  ),
  other('deadlines', ['server/core/deadlines.ts'], ['tests/server/core/deadlines.test.ts']),
  other('keys', ['server/core/keys.ts'], ['tests/server/attacks/keys.test.ts', 'tests/server/core/core.test.ts']),
  other(
    'channels',
    ['streams/kit/channel.ts', 'streams/kit/cursor.ts'],
    ['tests/streams/kit/channel.test.ts', 'tests/streams/kit/cursor.test.ts', 'tests/streams/kit/faults.test.ts'],
  ),
  other('channels', ['contract/wire/channels.ts'], ['tests/contract/channels.test.ts']),
  machine('connection', 'machines/connection'),
  machine('step', 'machines/step', 'actors/step-model'),
  machine('submit', 'machines/submit', 'actors/submit.actors'),
  machine('session', 'machines/session'),
  machine('kyc', 'machines/kyc', 'actors/kyc.actors'),
  machine('lever-position', 'machines/lever-position'),
  machine('lever-positions', 'machines/lever-positions'),
  machine('option-order', 'machines/option-order'),
  machine('option-round', 'machines/option-round'),
  machine('otc-order', 'machines/otc'),
  machine('spot-order', 'machines/spot-order'),
  machine('spot-orders', 'machines/spot-orders'),
  machine('startup', 'machines/startup'),
]
