import type { Lang } from '#contract/wire/languages.ts'
import { createLoop } from '#server/loop.ts'
import { App } from '#src/app/app.tsx'
import { routes } from '#src/app/routes.ts'
import { createServices } from '#src/app/system.ts'
import { go } from '#src/lib/hash-location.ts'
import { useSession } from '#src/stores/session.ts'
import { firstSettings, useSettings } from '#src/stores/settings.ts'
import { soon } from '#tests/socket/client.ts'
import { transports, type Harness } from '#tests/socket/harness.ts'
import { aPhone } from '#tests/support/a-phone.ts'
import { faultOf, textsOf } from '#tests/support/amount-texts.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { i18nFor } from '#tests/support/render.tsx'
import { act, render } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const line = vi.hoisted((): { dial: Harness['dial'] | null } => ({ dial: null }))
// The page dials the venue of this test; the venue's own socket goes its usual way.
vi.mock('#streams/kit/socket.ts', async (original) => {
  const real = await original<typeof import('#streams/kit/socket.ts')>()
  return { ...real, socket$: (...to: Parameters<typeof real.socket$>) => (to[0].includes('venue-') || line.dial === null ? real.socket$(...to) : line.dial()) }
})
// No canvas here.
vi.mock('#src/ui/chart.tsx', () => ({ Chart: () => null }))

const seed = Number(process.env['SEED'] ?? 7)
const open = routes.filter(({ namespaces, path }) => !namespaces.includes('not-open') && path !== '/ui')
const running: (() => unknown)[] = []
let harness: Harness

/** A member with money in every account, an open contract, and prices: so that every field has its page. */
beforeAll(async () => {
  const [mock] = transports
  if (mock === undefined) throw new Error('no transport')
  harness = await mock.open()
  line.dial = harness.dial
  const loop = createLoop(harness.venue)
  await loop.start()
  const tick = async () => {
    harness.pass(250)
    await loop.step()
  }
  for (let n = 0; n < 20; n += 1) await tick()
  await loop.second()
  const { user, token } = await harness.enter()
  await verify(harness.venue, [user])
  await harness.ask('POST /api/lever/submit', { legal_id: 3, currency_id: 1, type: 1, status: 1, share: 1, multiple: 10 }, { user })
  vi.stubGlobal('fetch', harness.fetch)
  localStorage.setItem('kontor.session', JSON.stringify({ token, chatToken: null }))
  useSettings.setState({ ...firstSettings, lang: 'en' })
  const { services, start, stop } = createServices()
  const i18n = await i18nFor('en')
  // Closed layers go back in history a moment later, which would lead off the page that is under test.
  vi.spyOn(history, 'back').mockImplementation(() => undefined)
  render(<App services={services} i18n={i18n} />)
  start()
  running.push(stop, () => harness.stop())
  await soon(() => expect(useSession.getState().phase).toBe('in'))
})
afterAll(async () => {
  for (const end of running) await end()
  vi.unstubAllGlobals()
})

const say = (lang: Lang) => act(() => Promise.resolve(useSettings.setState({ lang })))

test(`FIELD-8 no amount field of any page makes another number of what is typed or pasted: seed ${seed}`, { timeout: 180_000 }, async () => {
  const phone = aPhone()
  const fields: string[] = []
  const faults: string[] = []
  for (const { path } of open) {
    await phone.open(() => go(path))
    await phone.explore(path, async (field, name) => {
      const texts = textsOf(seed + fields.length)
      const typedIn = fields.length % 2 === 0 ? 'en' : 'esp'
      fields.push(name)
      for (const [lang, how] of [[typedIn, 'typed'], ['en', 'pasted'], ['esp', 'pasted'], ['hk', 'pasted']] as const) {
        await say(lang)
        for (const text of texts) {
          const stood = await phone.enter(field(), text, how)
          const fault = faultOf({ text, how, lang, ...stood })
          if (fault !== null) faults.push(`${name}, ${lang}, ${how}: ${fault}`)
          await phone.clear(field())
        }
      }
      await say('en')
    })
  }
  expect(faults.slice(0, 20)).toEqual([])
  // Of each part that takes amounts at least one was found: else this proves nothing of it.
  expect([/Price/, /Quantity/, /Spend|total/i, /Lots/, /Take profit/, /Stop loss/, /calculator/i, /Amount/, /transfer/].filter((part) => !fields.some((name) => part.test(name)))).toEqual([])
})
