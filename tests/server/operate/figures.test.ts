import { haltTrading } from '#server/core/halt.ts'
import { release } from '#server/core/release.ts'
import { createApp } from '#server/gateway/app.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { startLoop } from '#server/loop.ts'
import { main } from '#server/main.ts'
import { leverVenue } from '#tests/support/lever-venue.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { countStepFaults } from '#server/operate/venue-meters.ts'
import { reachOf } from '#tests/support/venues.ts'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('OPS-2 the dashboard and the alarms name no series that the metrics do not have, and none is born by its first bug', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'))
  writeFileSync(join(folder, 'index.html'), '<p>here</p>')
  const running = await main({
    NODE_ENV: 'test',
    DEMO: '1',
    LOG_LEVEL: 'silent',
    PORT: '0',
    BIND: '127.0.0.1',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: folder,
  })
  onTestFinished(async () => {
    await running.stop()
    rmSync(folder, { recursive: true })
  })
  const text = await (await fetch(`${running.url}metrics`)).text()
  const known = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name))
  const named = new Set(
    ['dashboard.json', 'rules.yml'].flatMap((file) =>
      [...readFileSync(`deploy/${file}`, 'utf8').matchAll(/\b(?:kontor|process|nodejs)_\w+/g)].map(([name]) =>
        name.replace(/_(?:bucket|count|sum)$/, ''),
      ),
    ),
  )
  expect(named.size).toBeGreaterThan(15)
  expect([...named].filter((name) => !known.has(name))).toEqual([])
  expect(text).toContain('kontor_bugs_total{call="spot.submit"} 0')
  expect(text).toContain('kontor_message_failures_total{channel="mail"} 0')
  expect(text).toContain(`kontor_build_info{release="${release}"} 1`)
  expect(await (await fetch(`${running.url}healthz`)).text()).toBe(`ok ${release}`)
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  expect(valueOf('kontor_commit_seconds')).toBeGreaterThan(0)
  expect(['disk_full', 'trading_halted', 'projection_groups'].map((name) => valueOf(`kontor_${name}`))).toEqual([
    0, 0, 0,
  ])
})

test('OPS-3 a step of the loop that throws is counted, halts trading, and the readiness says so without a 503', async () => {
  const { venue } = createMemoryVenue()
  const meters = createMeters()
  const logged: unknown[] = []
  const app = createApp({
    ...reachOf(venue),
    meters,
    limits: createLimits(1000),
    origins: [],
    addressOf: () => '127.0.0.1',
    isDev: false,
    isReady: () => true,
    mayReadMetrics: () => true,
    statics: { fetch: () => new Response() },
  })
  const ready = async () => {
    const answer = await app.fetch(new Request('http://gateway.test/readyz'))
    return [answer.status, await answer.text()]
  }
  expect(await ready()).toEqual([200, 'ready, but no market has a price'])
  const isLogged = Promise.withResolvers<void>()
  const loop = startLoop(
    {
      ...venue,
      steps: [
        {
          inPriceCommand: () => {
            throw new Error('planted')
          },
        },
      ],
    },
    {
      tickMs: 1_000_000,
      secondMs: 1_000_000,
      onBug: countStepFaults(meters, (thrown) => {
        logged.push(thrown)
        isLogged.resolve()
      }),
    },
  )
  await isLogged.promise
  venue.flush()
  loop.stop()
  expect(await ready()).toEqual([200, 'ready, but trading is halted, no market has a price'])
  expect(String(logged[0])).toContain('planted')
  expect(await meters.text()).toContain('kontor_bugs_total{call="loop.step"} 1')
  await venue.command(haltTrading)
  await venue.stop()
})
test('OPS-3 a venue whose feeds have fallen silent has no price any more', async () => {
  const { venue, clock } = await leverVenue(1)
  expect(venue.isPriced()).toBe(true)
  clock.advance(60_000)
  expect(venue.isPriced()).toBe(false)
})
