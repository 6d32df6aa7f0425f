import texts from '#locales/en/chat.json' with { type: 'json' }
import type { Message } from '#contract/chat/chat.ts'
import { Bubble, type BubbleActs } from '#src/features/chat/bubble.tsx'
import { List } from '#src/ui/list.tsx'
import { LogView } from '#src/ui/log-view.tsx'
import { createInstance } from 'i18next'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import '#src/ui/tokens.css'
import '#src/ui/base.css'

// Runs in the browser: one room of a hundred thousand messages, drawn by three lists with the same rows. `tests/bench/room.ts` measures it.

const words = ['the wall is thinning', 'ok', 'who holds the other side? I do not see it in the book', 'see you at the pier, the one that we met at last week, half past seven']
const made = (n: number): Message => ({
  id: `g1-${n}`, n, rev: 1, cid: null, messageType: 'user', contentType: 1, content: JSON.stringify({ text: `${n} ${words[n % words.length] ?? ''}` }), fromUserId: String(n % 7), userName: `Trader ${n % 7}`,
  userAvatar: null, chatGroupId: 'g1', createTime: '', createMs: 1_763_805_600_000 + n * 20_000, meFlag: n % 5 === 0, replyTo: null, mentions: [], revoked: false, revokedBy: null, isForwarded: false,
})
/** A message is the same object each time it is drawn, as in the app's log. */
const messages = new Map<number, Message>()
const messageAt = (n: number): Message => {
  const known = messages.get(n) ?? made(n)
  messages.set(n, known)
  return known
}
const nothing = () => {}
const acts: BubbleActs = { menu: nothing, toQuote: nothing, picture: nothing, merged: nothing, person: nothing, pick: nothing, packet: nothing }
const rest = { quoted: null, isGroup: true, isRead: false, isPicking: false, isPicked: false, isFound: false, packet: null, role: null, acts } as const
const row = (n: number) => <Bubble message={messageAt(n)} isFirst={n % 3 === 0} {...rest} />
const rowAt = (index: number) => row(index + 1)
const i18n = createInstance()
const ready = i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { chat: texts } }, interpolation: { escapeValue: false } })

const place = document.createElement('div')
place.style.cssText = 'display: flex; flex-direction: column; block-size: 100dvh; overflow: hidden'
document.body.append(place)
let root: Root | null = null
const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** A plain list: a document with a line per message, made by the browser from text. */
const plain = (count: number) => {
  const lines: string[] = []
  for (let n = 1; n <= count; n += 1) lines.push(`<div style="padding: 8px 16px"><small>Trader ${n % 7}</small><p>${n} ${words[n % words.length] ?? ''}</p></div>`)
  place.innerHTML = `<div data-scroller style="overflow: auto; flex: 1">${lines.join('')}</div>`
}
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const views = {
  kontor: (count: number) => <LogView label="log" count={count} keyOf={(index) => index} render={rowAt} startAt={null} onRange={nothing} />,
  'react-window': (count: number) => <div data-box="" style={{ flex: 1, minHeight: 0 }}><List label="log" items={numbers(count)} rowHeight={80} render={row} /></div>,
}
export type View = keyof typeof views | 'plain'

/** Draws the room until its rows are on screen; in ms. */
const open = async (view: View, count: number): Promise<number> => {
  await ready
  root?.unmount()
  place.innerHTML = ''
  await frame()
  const began = performance.now()
  if (view === 'plain') {
    root = null
    plain(count)
  } else {
    const made = createRoot(place)
    root = made
    flushSync(() => made.render(<I18nextProvider i18n={i18n}>{views[view](count)}</I18nextProvider>))
  }
  await frame()
  await frame()
  return performance.now() - began
}
const scroller = () => {
  const found = [...place.querySelectorAll('*')].find((each) => each.scrollHeight > each.clientHeight + 100 && /auto|scroll/.test(getComputedStyle(each).overflowY))
  if (found === undefined) throw new Error('nothing scrolls')
  return found
}
/** Scrolls by hand's pace for a while; the pauses between frames in ms. */
const scroll = async (ms: number, pxPerSecond: number): Promise<readonly number[]> => {
  const box = scroller()
  const pauses: number[] = []
  const began = await frame()
  const from = box.scrollTop
  const direction = from > box.scrollHeight / 2 ? -1 : 1
  for (let last = began; last - began < ms; ) {
    const now = await frame()
    pauses.push(now - last)
    last = now
    box.scrollTop = from + (direction * (now - began) * pxPerSecond) / 1000
  }
  return pauses
}
Object.assign(window, { benchRoom: { open, scroll } })
