import { doDeeds, hear, type Stage } from '#tests/browser/engines/deeds.ts'
import { createEar, type Ear } from '#tests/browser/engines/ear.ts'
import { kinds } from '#tests/browser/engines/found.ts'
import { walkPages } from '#tests/browser/engines/pages.ts'
import { startApp } from '#tests/support/app.ts'
import { startHttpProxy } from '#tests/support/proxy-http.ts'
import { registerAt } from '#tests/support/venue-client.ts'

const wordAfter = (name: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? null : (process.argv[at + 1] ?? null)
}
/** `--only firefox` walks with one browser, `--pages otc` those pages alone. */
const only = wordAfter('only')
const wanted = new RegExp(wordAfter('pages') ?? '')
type Kind = (typeof kinds)[number]

const started = async ({ name, start, howTo }: Kind, ear: Ear) => {
  try {
    const engine = await start(ear)
    if (engine === null) console.log(`${name}: not on this machine (${howTo})`)
    return engine
  } catch (thrown) {
    console.error(`${name}: is here but does not start: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    process.exitCode = 1
    return null
  }
}

/** Walks with one browser; returns whether there is one. */
const walkWith = async (kind: Kind, stage: Stage): Promise<boolean> => {
  const beganAt = performance.now()
  const engine = await started(kind, stage.ear)
  if (engine === null) return false
  try {
    const member = await registerAt(stage.venueUrl)
    const [pages, deeds] = [
      await walkPages(engine, stage.proxy.url, member.token, wanted, (line) => console.log(`  ${line}`)),
      await doDeeds(engine, stage),
    ]
    const faults = [...pages.faults, ...deeds.faults]
    for (const fault of faults) console.error(`  ${fault}`)
    const seconds = Math.round((performance.now() - beganAt) / 1000)
    const counts = `${pages.pages} pages, ${faults.length} failures; ${deeds.pages} stories, ${seconds} s`
    console.log(`${engine.name} ${engine.version}: ${counts}`)
    if (faults.length > 0) process.exitCode = 1
    return true
  } finally {
    await engine.close()
  }
}

/** A market confirms its price for some seconds after a start, and opens nothing before. */
const isOpen = async (url: string) =>
  !(await (await fetch(new URL('/api/currency/deal?currency_id=1&legal_id=3', url))).text()).includes('"mode"')

const app = await startApp()
const proxy = await startHttpProxy(app.url)
try {
  const ear = await createEar(app.url)
  hear(proxy, ear)
  while (!(await isOpen(app.url))) await new Promise((done) => setTimeout(done, 500))
  let walked = 0
  for (const kind of kinds.filter(({ name }) => only === null || name === only))
    walked += (await walkWith(kind, { venueUrl: app.url, proxy, ear })) ? 1 : 0
  if (walked === 0) throw new Error('No browser was walked.')
} finally {
  await proxy[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
}
