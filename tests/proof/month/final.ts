import { allCalls } from '#contract/endpoints.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { checkFolder } from '#tests/proof/crash-check.ts'
import { fieldOf } from '#tests/support/venue-client.ts'
import { clients, type Month } from './acts.ts'
import type { Name } from './people.ts'

/** What the account log and the statement of a person do not explain. */
async function statementFaults({ people }: Month, who: Name) {
  const logged: Record<string, bigint> = {}
  for (let page = 1, left = 1; left > 0; page += 1) {
    const told = await people.call(who, 'POST wallet/legal_log', { page, limit: 50 })
    const list: readonly { currency_name: string; value: string }[] = Object(told).list
    for (const { currency_name, value } of list) logged[currency_name] = (logged[currency_name] ?? 0n) + parseDec(value)
    left = Number(fieldOf(told, 'count')) - page * 50
  }
  const faults = Object.entries(people.has(who)).flatMap(([coin, units]) =>
    logged[coin] === undefined && units === 0n
      ? []
      : logged[coin] === units
        ? []
        : [
            `the log of ${who} adds up to \
${formatDec(logged[coin] ?? 0n)} ${coin}, and not to ${formatDec(units)}`,
          ],
  )
  const statement = await people.call(who, 'GET wallet/statement', { from: people.firstDay, to: people.today() })
  const difference = fieldOf(statement, 'difference')
  return difference === '0' ? faults : [...faults, `the statement of ${who} lacks ${String(difference)}`]
}
/** Everything that can be read without a word more is read in both languages. */
async function readAll({ people }: Month) {
  for (const who of ['ann', 'first'] as const)
    for (const { endpoint } of allCalls)
      if (endpoint.does === 'reads')
        for (const lang of ['en', 'hk']) await people.raw(who, `${endpoint.method} ${urlOf(endpoint)}`, {}, lang)
}
/** Balances, logs, statements, words, and, once the venue has stopped, the books and the chain of its folder. */
export async function finalFaults(month: Month): Promise<readonly string[]> {
  const { people, stand } = month
  await people.compare()
  const faults: string[] = []
  for (const who of clients) faults.push(...(await statementFaults(month, who)))
  await readAll(month)
  await stand.venue().stop()
  const { name: release } = stand.release()
  for (const line of ['"mode":"live"', '"msg":"Kontor starts"', '"msg":"Kontor has stopped"'])
    if (!stand.said().includes(line)) faults.push(`the log lacks ${line}`)
  return [...faults, ...people.demo, ...checkFolder(stand.data, [], { isDemo: false, release })]
}
