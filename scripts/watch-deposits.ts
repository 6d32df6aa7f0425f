import { watchDeposits } from './watch/watcher.ts'

const [from, source, toFlag, to, ...rest] = ((words) =>
  words[0] === '--to' ? [words[2], words[3], words[0], words[1], ...words.slice(4)] : words)(process.argv.slice(3))
const secret = process.env['DEPOSIT_SECRET'] ?? ''
if (
  (from !== '--file' && from !== '--url') ||
  source === undefined ||
  toFlag !== '--to' ||
  to === undefined ||
  rest.length > 0 ||
  secret === ''
) {
  console.error('DEPOSIT_SECRET=… npm run watch-deposits -- --to ADDRESS_OF_THE_VENUE (--file FILE | --url ADDRESS)')
  process.exit(1)
}
const everyMs = 10_000
const turn = watchDeposits({ from: { kind: from === '--file' ? 'file' : 'url', source }, to, secret, now: Date.now })
const run = async () => {
  try {
    await turn()
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : String(thrown))
  }
  setTimeout(() => void run(), everyMs)
}
void run()
