import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { kycReview } from '#server/features/kyc/review.ts'
import { writeCandles } from '#server/features/market/write-candles.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { leverVenue } from '#tests/support/lever-venue.ts'
import { optionActs } from '#tests/support/option-venue.ts'
import { actsOf } from '#tests/support/spot-venue.ts'

/**
 * Creates a data folder of this release, which the tests of all later releases open: `npm run folder:keep -- <name>`.
 * It has rows in every state: open and closed orders, positions, rounds, stakes, verifications, keys, events.
 */
const [name = 'new'] = process.argv.slice(3)
const folder = `tests/server/folders/${name}`
const file = `${folder}/venue.db`
mkdirSync(folder, { recursive: true })
rmSync(file, { force: true })

const harness = await leverVenue(3, { store: openSqlite(file) })
const { venue, ask, mark, submit, close, setStop, ann, ben, users, clock } = harness
const cleo = users[2] ?? 0
const spot = actsOf(harness)
const keyOf = (n: number) => `01890a5d-ac96-774b-bcce-b30209${String(n).padStart(6, '0')}`

// Spot: resting, partly filled, filled, cancelled.
for (const [user, type, amount, price] of [
  [ann, 2, '0.004', '100100'],
  [ben, 1, '0.001', '100100'],
  [ben, 1, '0.002', '99000'],
  [cleo, 1, '0.001', '99100'],
] as const)
  await spot.submit(user, { type, amount, target_price: price })
const cancelled = await spot.submit(ann, { type: 1, amount: '0.001', target_price: '98000' })
await spot.cancel(ann, cancelled.data?.['id'])
await ask(
  'POST /api/coin/trade',
  { legal_id: 3, currency_id: 2, type: 1, amount: '0.01', target_price: '3900' },
  { user: ann },
  keyOf(1),
)
await venue.command(writeCandles)

// Leverage: closed, with stops, pending, liquidated, and one that stays open.
const closed = await submit(ann, {}, keyOf(2))
await submit(ben, { share: 60, multiple: 100 })
await mark(101_000)
await close(ann, closed.data?.['id'])
const withStops = await submit(ann, { type: 2, share: 2 })
await setStop(ann, withStops.data?.['id'], { target_profit_price: '90000', stop_loss_price: '110000' })
await submit(cleo, { status: 0, target_price: '90000' })
await mark(99_500)
await mark(98_700)

// Verification: under review, passed, rejected.
await ask('POST /api/user/real_name', { name: 'B', country: 'HK', card_id: 'A1' }, { user: users[1] ?? 0 })
await venue.command(({ tables, deadlines, now }) => {
  const row = {
    user: cleo,
    level: 2 as const,
    reason: null,
    name: 'C',
    country: 'HK',
    card: 'C123456',
    address: 'a',
    front: null,
    reverse: null,
    hand: null,
  }
  tables.kycs.put({ ...row, id: `${cleo}:2`, status: 'underReview', submittedAt: now(), reviewedAt: null, rev: 1 })
  deadlines.set(kycReview, `${cleo}:2`, now() + 3_600_000)
})

// Rounds: settled, one that is running, one order that waits for its entry price.
const { quote, until, submit: stake } = optionActs(harness)
const beganMs = clock.now() - Date.UTC(2026, 0, 5)
await until(beganMs + 5000, 100_000)
for (const [user, type] of [
  [ann, 1],
  [ben, 2],
  [cleo, 3],
] as const)
  await stake(user, { type })
await until(beganMs + 70_000, (ms) => 100_000 + Math.floor(ms / 1000))
await stake(ann, { seconds: 300, number: '20' }, keyOf(3))
await until(beganMs + 75_000, 100_000)
await quote(100_010)
await stake(ben, { seconds: 300, number: '20' })

// A transfer between accounts, a login, a chat login, a code that was sent.
await ask(
  'POST /api/wallet/change',
  { number: '5', currency_id: 3, from_field: 'change', to_field: 'legal' },
  { user: ann },
  keyOf(4),
)
await ask('POST /api/sms_mail', { user_string: 'holder1@kontor.test', type: 'login' })
await ask('POST /api/user/login', { user_type: 'email', user_string: 'holder1@kontor.test', password: 'secret1' })
await ask('POST /chat/sys/login', { mobile: 'holder2@kontor.test', password: 'secret1', userDeviceId: 'd' })
await ask('POST /api/user/login', { user_type: 'email', user_string: 'holder2@kontor.test', password: 'wrong' })

await venue.command(writeCandles)
await venue.command(({ tables, now }) =>
  tables.files.put({
    id: 'kyc/a.png',
    user: ann,
    folder: 'kyc',
    name: 'a.png',
    type: 'image/png',
    size: 1,
    width: 1,
    height: 1,
    at: now(),
  }),
)

const breaches = venue.audit()
await venue.stop()
if (breaches.length) throw new Error(`The books do not add up: ${JSON.stringify(breaches)}`)
writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
for (const rest of ['', '-wal', '-shm']) rmSync(`${file}${rest}`, { force: true })
