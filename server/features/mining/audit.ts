import { daysLeft } from '#contract/finance/earnings-term.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { Breach } from '#server/core/ledger.ts'
import { auditPromises } from '#server/features/finance/earnings/house.ts'
import { pledgeTerm } from './pledges.ts'
import { pledgeHold, purseHold } from './rows.ts'
import { termOf } from './stock.ts'
import type { MiningContext } from './context.ts'

type Books = Pick<MiningContext, 'tables' | 'ledger'>
const breach = (rule: string, at: string, isRight: boolean): Breach[] => (isRight ? [] : [{ rule, at }])

/**
 * Y1: not more sold than there are, no more machines on a seat than places, none outlasts its seat, and the purse has
 * what was earned and not converted.
 */
function auditMachines({ tables, ledger }: Books): Breach[] {
  const running = [...tables.myMachines.all()].filter(({ status }) => status === 'running')
  return [
    ...[...tables.machines.all()].flatMap(({ id, stock, others }) =>
      breach('Y1', `machine:${id}`, others + running.filter(({ machine }) => machine === id).length <= stock),
    ),
    ...[...tables.seats.all()].flatMap(({ id, stock, others }) =>
      breach(
        'Y1',
        `seat:${id}`,
        others +
          tables.mySeats
            .group('seat', id)
            .filter(({ isOver }) => !isOver)
            .reduce((sum, { num }) => sum + num, 0) <=
          stock,
      ),
    ),
    ...[...tables.mySeats.all()].flatMap(({ id, places, endAt, isOver }) => {
      const on = running.filter(({ seat }) => seat === id)
      return breach(
        'Y1',
        `place:${id}`,
        on.length <= (isOver ? 0 : places) && on.every(({ firstDay, days }) => (firstDay + days) * 86_400_000 <= endAt),
      )
    }),
    ...[...tables.miners.all()].flatMap(({ user, total, converted }) =>
      breach('Y1', purseHold(user), ledger.leftOf(purseHold(user)) === parseDec(total) - parseDec(converted)),
    ),
    ...auditPromises(
      { tables },
      'mining',
      running.map((row) => ({ asset: row.coin, rest: parseDec(row.daily) * BigInt(daysLeft(termOf(row))) })),
    ),
  ]
}
/** The hold of each pledge is its amount, each pool knows what is in it, and the house owes what they will earn. */
function auditPledges({ tables, ledger }: Books): Breach[] {
  const running = [...tables.pledges.all()].filter(({ status }) => status === 'pledged')
  return [
    ...running.flatMap((row) =>
      breach(
        'F1',
        pledgeHold(row.id),
        ledger.leftOf(pledgeHold(row.id)) === parseDec(row.amount) && daysLeft(pledgeTerm(row)) > 0,
      ),
    ),
    ...[...tables.pools.all()].flatMap(({ id, taken, others, total }) => {
      const sum = running.filter(({ pool }) => pool === id).reduce((all, { amount }) => all + parseDec(amount), 0n)
      return breach('F1', `pool:${id}`, sum === parseDec(taken) && sum + parseDec(others) <= parseDec(total))
    }),
    ...auditPromises(
      { tables },
      'pledge',
      running.map((row) => ({ asset: row.coin, rest: parseDec(row.daily) * BigInt(daysLeft(pledgeTerm(row))) })),
    ),
  ]
}
/** Mining and pledges; that collateral covers what runs is checked for each miner. */
export const auditMining = (books: Books): Breach[] => [
  ...auditMachines(books),
  ...[...books.tables.miners.all()].flatMap(({ user }) => {
    const need = books.tables.myMachines
      .group('user', user)
      .filter(({ status }) => status === 'running')
      .reduce((sum, { threshold }) => sum + parseDec(threshold), 0n)
    return breach('Y1', `collateral:${user}`, books.ledger.leftOf(`collateral:${user}`) >= need)
  }),
  ...auditPledges(books),
]
