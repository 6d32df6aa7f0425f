import { allCalls } from '#contract/endpoints.ts'
import type { BusCommand } from '#server/bus/port.ts'
import { givenUp, inBus, inEvents, inStore, keyFrom, resent, type Planted } from './plants.ts'

const firstUser = 100_001
const isAt = ({ call }: BusCommand, path: string) =>
  allCalls.some(
    ({ feature, name, endpoint }) => feature === call.feature && name === call.name && endpoint.path === path,
  )
/** A gateway that passes each request of a call on under a key of its own. */
const newKeyed = (path: string) => {
  let n = 0
  return inBus(({ ask }) => ({
    ask: (command) =>
      ask(isAt(command, path) && command.key !== null ? { ...command, key: keyFrom(command.key, (n += 1)) } : command),
  }))
}
/** Events of one kind, told otherwise than they were stored. */
const told = (ev: string, from: string, to: string) =>
  inEvents((row) => (row.body.includes(`"${ev}"`) ? { ...row, body: row.body.replace(from, to) } : row))

/**
 * Faults in stakes on rounds, in contracts, in payments of OTC orders and in the outbox of chats: of each part one for
 * each product.
 */
export const plantedWide: readonly Planted[] = [
  { where: 'client', fault: 'stakes again under a new key', plant: () => resent(['microtrade/submit']) },
  {
    where: 'gateway',
    fault: 'gives each request of a stake a key of its own',
    plant: () => newKeyed('microtrade/submit'),
  },
  {
    where: 'venue',
    fault: 'tells a stake that is not stored',
    plant: () => told('option.orderChanged', '"number":"10.', '"number":"11.'),
  },
  { where: 'client', fault: 'takes a lost reply to a contract for a refusal', plant: () => givenUp(['lever/submit']) },
  {
    where: 'gateway',
    fault: 'answers one with the contracts of another',
    plant: () =>
      inBus(({ ask }) => ({
        ask: (command) =>
          ask(
            isAt(command, 'lever/my_trade') && command.caller.user !== 0
              ? { ...command, caller: { ...command.caller, user: firstUser } }
              : command,
          ),
      })),
  },
  {
    where: 'venue',
    fault: 'tells more lots than a contract has',
    plant: () => told('lever.positionChanged', '"share":1', '"share":2'),
  },
  { where: 'client', fault: 'takes a lost reply to a payment for a refusal', plant: () => givenUp(['trade/pay']) },
  {
    where: 'gateway',
    fault: 'answers a payment without passing it on',
    plant: () => {
      const answers = new Map<number, Awaited<ReturnType<Parameters<Parameters<typeof inBus>[0]>[0]['ask']>>>()
      return inBus(({ ask }) => ({
        ask: async (command) => {
          if (!isAt(command, 'trade/pay')) return ask(command)
          const { user } = command.caller
          const last = answers.get(user)
          if (last !== undefined) return last
          const outcome = await ask(command)
          if (outcome.refused === null) answers.set(user, outcome)
          return outcome
        },
      }))
    },
  },
  {
    where: 'venue',
    fault: 'tells a paid order as unpaid',
    plant: () => told('otc.orderChanged', '"status":"to_be_confirmed"', '"status":"to_be_paid"'),
  },
  {
    where: 'client',
    fault: 'forgets what waits when its page is left',
    plant: () => ({
      client: {
        outbox: (inner) => ({
          ...inner,
          close: () => void inner.all().then((all) => all.forEach(({ seq }) => void inner.drop(seq))),
        }),
      },
    }),
  },
  {
    where: 'gateway',
    fault: 'gives a message that is sent again an id of its own',
    plant: () => {
      let n = 0
      return inBus(({ ask }) => ({
        ask: (command) => {
          const { body } = command
          const cid =
            typeof body === 'object' && body !== null && 'cid' in body && typeof body.cid === 'string' ? body.cid : null
          return ask(
            cid === null
              ? command
              : {
                  ...command,
                  body: Object.assign({}, body, { cid: keyFrom(cid, (n += 1)) }),
                  key: command.key === null ? null : keyFrom(cid, n),
                },
          )
        },
      }))
    },
  },
  {
    where: 'venue',
    fault: 'acknowledges messages that it did not write',
    plant: () => {
      let n = 0
      return inStore(({ append }) => ({
        append: (group) =>
          append({ ...group, rows: group.rows.filter(({ table }) => table !== 'chat_messages' || (n += 1) % 5 !== 0) }),
      }))
    },
  },
]
