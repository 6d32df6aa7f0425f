import { openBox } from '#server/box/testing.ts'
import type * as declared from '#scripts/box/testing.d.ts'
import { readRecord } from '#server/box/record.ts'
import { replay } from '#server/box/replay.ts'
import { sendOrder } from '#tests/support/box/orders.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// What is told to those who import the package is what it does; this does not compile otherwise.
const opens: typeof declared.openBox = openBox

test('BOX-13 a run that went wrong is saved, and comes to the same in ten replays of its file', async () => {
  await using box = await opens({ weather: 'metro', clock: 50 })
  await Promise.allSettled(Array.from({ length: 8 }, () => sendOrder(box)))
  const { plan, lines } = readRecord(await box.save(join(ownFolder('box'), 'saved')))
  for (let n = 0; n < 10; n += 1) {
    const { was, is } = await replay(plan, lines)
    expect(is).toEqual(was)
  }
})
test('BOX-13 a test plays a tape and a scenario of its own', async () => {
  const csv = [0, 1]
    .map((no) => [1_767_571_200_000 + no * 60_000, 90_000, 90_100, 89_000, 90_050, 5].join(','))
    .join('\n')
  await using box = await opens({ tape: { market: 'BTC-USDT', csv }, funds: { BTC: '1' } })
  const sale = { currency_id: 1, legal_id: 3, type: 2, kind: 'limit', amount: '0.1', target_price: '90090' }
  box.play([{ at: '+1s', as: 0, call: 'spot.submit', in: sale }])
  const { isMet, now } = await box.until({ user: 0, ev: 'spot.orderChanged', where: { status: 2 } })
  expect([isMet, now - 1_767_571_200_000]).toEqual([true, 40_000])
})
test('BOX-13 a test has an exchange of its own, loses an answer, waits for a fill and asks what it comes to', async () => {
  const run = async () => {
    await using box = await opens({ seed: 3, accounts: 2, funds: { USDT: '1000' } })
    box.fault('answer_lost', 'coin/trade')
    await expect(sendOrder(box)).rejects.toThrow('fetch failed')
    await box.act({ act: 'jump', market: 'BTC-USDT', percent: -8 })
    const { isMet, event } = await box.until({ user: 0, ev: 'spot.orderChanged', where: { status: 2 } })
    return { isMet, event, faults: box.faults(), hash: await box.hash() }
  }
  const [one, two] = [await run(), await run()]
  expect(one).toMatchObject({ isMet: true, faults: { answer_lost: 1 } })
  expect(two).toEqual(one)
})
