import { randomUUID } from 'node:crypto'
import { befriend, joined } from '#tests/support/chat/friends.ts'
import type { HttpProxy } from '#tests/support/proxy-http.ts'
import { registerAt, strangerAt } from '#tests/support/venue-client.ts'
import type { Ear } from './ear.ts'
import { find, press, type, untilSo, type Engine, type Hand } from './hand.ts'
import { begin, sizes, turn, type Walked } from './pages.ts'

/** The venue behind the proxy that the browser is given, and that proxy. */
export type Stage = { readonly venueUrl: string; readonly proxy: HttpProxy; readonly ear: Ear }
type Deed = {
  readonly name: string
  readonly does: (stage: Stage, page: () => Promise<Hand>, width: number) => Promise<void>
}

const tradePath = '/pages/trade/index'
const shows = (hand: Hand, text: string, mostMs?: number) =>
  untilSo(hand, `"${text}" in sight`, (wanted) => document.body?.innerText.includes(wanted) === true, text, mostMs)
const path = (hand: Hand) => hand.evaluate(() => location.hash.slice(1).split('?')[0] ?? '')
const arrives = (hand: Hand, at: string) =>
  untilSo(
    hand,
    at,
    (wanted) =>
      document.getElementById('page')?.dataset['path'] === wanted && document.querySelector('#page h1') !== null,
    at,
  )

/** Best bid, as the page writes it. */
const bestBid = (hand: Hand) =>
  hand.evaluate(
    () => document.querySelector('[role="group"][aria-label="Bids"] [data-level]')?.getAttribute('aria-label') ?? '',
  )

const deeds: readonly Deed[] = [
  {
    name: 'a login by typing',
    does: async ({ venueUrl, proxy }, page) => {
      const { mail, password } = await strangerAt(venueUrl)
      const hand = await page()
      await begin(hand, proxy.url, null)
      await press(hand, { kinds: '[role="tab"]', name: 'Email' })
      await type(hand, { kinds: 'input', name: 'Email' }, mail)
      await type(hand, { kinds: 'input', name: 'Password' }, password)
      await press(hand, { kinds: 'button', name: 'Log in' })
      await press(hand, { kinds: 'button', name: 'Demo: fill in.*' })
      await press(hand, { kinds: 'button', name: 'Log in' })
      await untilSo(
        hand,
        'the page after the login',
        () => !location.hash.includes('/login/') && document.querySelector('[aria-current="page"]') !== null,
        null,
      )
    },
  },
  {
    name: 'live prices by socket',
    does: async ({ venueUrl, proxy, ear }, page) => {
      const hand = await page()
      await begin(hand, proxy.url, (await registerAt(venueUrl)).token)
      await turn(hand, tradePath)
      await untilSo(
        hand,
        'the order book',
        () => document.querySelector('[role="group"][aria-label="Bids"] [data-level]') !== null,
        null,
      )
      // What is asked for is held back, so that whatever changes has come by socket.
      const { promise, resolve } = Promise.withResolvers<void>()
      proxy.judge(async (call) => {
        const fate = ear.judge(call)
        if (fate !== null) return fate
        if (call.path.startsWith('/api/')) await promise
        return 'pass'
      })
      try {
        const seen = new Set([await bestBid(hand)])
        const endsAt = performance.now() + 20_000
        while (seen.size < 4) {
          if (performance.now() > endsAt)
            throw new Error(`the best bid had ${seen.size} values in 20 s: ${[...seen].join('; ')}`)
          seen.add(await bestBid(hand))
        }
      } finally {
        resolve()
        hear(proxy, ear)
      }
    },
  },
  {
    name: 'an order placed and cancelled',
    does: async ({ venueUrl, proxy }, page) => {
      const hand = await page()
      await begin(hand, proxy.url, (await registerAt(venueUrl)).token)
      await turn(hand, tradePath)
      const form = 'form[aria-label="Order form"]'
      const sheet = '[role="dialog"], dialog[open]'
      await shows(hand, '10,000.00 USDT')
      await type(hand, { kinds: 'input', name: 'Price \\(USDT\\)', within: form }, '60000')
      await type(hand, { kinds: 'input', name: 'Quantity \\(BTC\\)', within: form }, '0.01')
      await press(hand, { kinds: 'button', name: 'Buy BTC', within: form })
      await find(hand, { kinds: 'button', name: 'Confirm purchase', within: sheet })
      // A price far from the market needs a consent of its own.
      if (
        await hand.evaluate(
          () =>
            document.querySelector('dialog[open] input[type="checkbox"], [role="dialog"] input[type="checkbox"]') !==
            null,
        )
      ) {
        await press(hand, { kinds: 'input[type="checkbox"]', name: '.*anyway.*', within: sheet })
      }
      await press(hand, { kinds: 'button', name: 'Confirm purchase', within: sheet })
      await press(hand, { kinds: 'button', name: 'Done', within: sheet })
      await shows(hand, '9,400.00 USDT')
      await press(hand, {
        kinds: 'button',
        name: 'Cancel',
        within: '[role="region"][aria-label="Orders"], section[aria-label="Orders"]',
      })
      await shows(hand, '10,000.00 USDT')
    },
  },
  {
    name: 'a chat message sent and read',
    does: async ({ venueUrl, proxy }, page) => {
      const [ada, ben] = await Promise.all([joined(venueUrl), joined(venueUrl)])
      const room = `/pages/chat/chat/chatGroup/chatting?chatGroupId=${await befriend(ada, ben)}`
      const [sends, reads] = [await page(), await page()]
      for (const [hand, { token }] of [
        [sends, ada],
        [reads, ben],
      ] as const) {
        await begin(hand, proxy.url, token)
        await turn(hand, room)
      }
      const text = `Good morning ${randomUUID().slice(0, 4)}`
      await type(sends, { kinds: 'textarea, input, [role="textbox"]', name: 'Message' }, text)
      await press(sends, { kinds: 'button', name: 'Send' })
      await shows(reads, text)
    },
  },
  {
    name: 'back, forward and reload',
    does: async ({ venueUrl, proxy }, page) => {
      const hand = await page()
      await begin(hand, proxy.url, (await registerAt(venueUrl)).token)
      const [first, second] = ['/pages/assets/index', tradePath]
      // By links: a browser may leave out what was opened without a person's doing when it goes back.
      await press(hand, { kinds: 'nav a', name: 'Assets' })
      await arrives(hand, first)
      await press(hand, { kinds: 'nav a', name: 'Spot' })
      await arrives(hand, second)
      await hand.back()
      await arrives(hand, first)
      await hand.forward()
      await arrives(hand, second)
      await hand.reload()
      await arrives(hand, second)
      await hand.back()
      await arrives(hand, first)
      await shows(hand, '10,000')
      if ((await path(hand)) !== first) throw new Error(`is at ${await path(hand)}`)
    },
  },
]

/** The proxy passes everything on, but for what the ear takes. */
export const hear = (proxy: HttpProxy, ear: Ear) => proxy.judge((call) => ear.judge(call) ?? 'pass')

/** What a person does, at both sizes. */
export const doDeeds = async (engine: Engine, stage: Stage): Promise<Walked> => {
  const faults: string[] = []
  for (const [width, height] of sizes) {
    for (const { name, does } of deeds) {
      const hands: Hand[] = []
      const page = async () => {
        const hand = await engine.page()
        hands.push(hand)
        await hand.size(width, height)
        return hand
      }
      try {
        await does(stage, page, width)
      } catch (thrown) {
        faults.push(`${width} ${name}: ${String(thrown)}`)
      }
      for (const hand of hands) {
        faults.push(...hand.heard().map((line) => `${width} ${name}: ${line}`))
        await hand.close()
      }
    }
  }
  return { pages: deeds.length * sizes.length, faults }
}
