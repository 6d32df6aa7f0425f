import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRecord } from '#server/box/record.ts'
import { replay } from '#server/box/replay.ts'
import { ownFolder } from '#tests/support/folders.ts'

/** A buy of 0.001 BTC that rests below every price. */
export const restingBuy = {
  legal_id: 3,
  currency_id: 1,
  type: 1,
  kind: 'limit',
  amount: '0.001',
  target_price: '90000',
}
type By = { readonly url: string; readonly accounts: readonly { readonly key: string }[] }
/** An order of one account of a box, as a bot sends it. */
export const sendOrder = (
  { url, accounts }: By,
  body: object = restingBuy,
  { user = 0, key = crypto.randomUUID() }: { user?: number; key?: string } = {},
) =>
  fetch(new URL('api/coin/trade', url), {
    method: 'POST',
    headers: {
      Authorization: accounts[user]?.key ?? '',
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  })
export const readOf = async (box: By, path: string, user = 0): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await fetch(new URL(`api/${path}`, box.url), {
    headers: { Authorization: box.accounts[user]?.key ?? '' },
  })
  const { message }: { message: Readonly<Record<string, unknown>> } = JSON.parse(await answer.text())
  return message
}
/** Writes a record into a file and replays that. */
export const replayed = (text: string) => {
  const file = join(ownFolder('box'), `${crypto.randomUUID()}.jsonl`)
  writeFileSync(file, text)
  const { plan, lines } = readRecord(file)
  return replay(plan, lines)
}
