import { spawnSync } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { sleep } from '#tests/proof/scale/venues.ts'
import { openWiring } from '#tests/proof/scale/wiring.ts'
import { isFresh } from './stamp.ts'

// The wiring of deploy/compose.scale.yml from the programs of this machine, and a page that kills the venue.

const page = `<!doctype html><meta charset="utf-8"><title>Kontor on many processes</title>
<style>body{font:16px system-ui;margin:2rem;max-width:40rem}
button{font:inherit;padding:.5rem 1rem}td{padding:.2rem 1rem .2rem 0}</style>
<h1>Kontor on many processes</h1><p id="front"></p><table id="processes"></table>
<p><button id="kill">Kill the venue that leads</button> <button id="hand">Stop it in order</button></p>
<ol id="cost"></ol>
<script type="module">
const text = (id, html) => (document.getElementById(id).innerHTML = html)
const show = async () => {
  const { gateways, venues } = await (await fetch('state')).json()
  text('front', gateways.map((url) => '<a href="' + url + '">' + url + '</a>').join(' &middot; '))
  text('processes', venues.map(({ pid, state }) => '<tr><td>' + pid + '<td>' + state).join(''))
}
const end = (how) => async () => {
  const { ms } = await (await fetch(how, { method: 'POST' })).json()
  const costs = document.getElementById('cost')
  costs.insertAdjacentHTML('beforeend', '<li>' + how + ': nobody was answered for ' + ms + ' ms')
}
document.getElementById('kill').onclick = end('kill')
document.getElementById('hand').onclick = end('stop')
setInterval(show, 500)
</script>`

if (!isFresh()) spawnSync(process.execPath, [...process.execArgv, 'scripts/run.mjs', 'make'], { stdio: 'inherit' })
const wiring = await openWiring({
  env: parseEnv(readFileSync('deploy/scale.env', 'utf8')),
  replica: process.argv.includes('--replica') ? 'synchronous' : undefined,
})
const { urls, venues, ranOn } = wiring
const isAnswered = () =>
  fetch(`${urls[0]}api/currency/quotation_new`, { signal: AbortSignal.timeout(15_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )
/** Ends the venue that leads, and tells for how long nobody was answered. */
async function endLeader(signal: NodeJS.Signals): Promise<number> {
  const leader = await venues.leader()
  if (!leader) return 0
  const from = performance.now()
  leader.kill(signal)
  await leader.gone
  while (!(await isAnswered())) await sleep(5)
  return Math.round(performance.now() - from)
}
const answer = async ({ method, url }: IncomingMessage, response: ServerResponse): Promise<unknown> => {
  const json = (value: unknown) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value))
  if (method === 'POST') return json({ ms: await endLeader(url === '/kill' ? 'SIGKILL' : 'SIGTERM') })
  if (url === '/state') return json({ gateways: urls, venues: await venues.states() })
  return response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
}
const server = createServer((request, response) => void answer(request, response))
await new Promise<void>((done) => server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', done))
const address = server.address()
console.log(`${ranOn}; the app at ${urls.join(' and ')}`)
console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
const stop = async () => {
  server.close()
  await wiring.stop()
  process.exit(0)
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
