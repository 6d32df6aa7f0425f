import texts from '#locales/en/chat.json' with { type: 'json' }
import type { Message } from '#contract/chat/chat.ts'
import { Bubble, type BubbleActs } from '#src/features/chat/bubble.tsx'
import { useWhen } from '#src/features/chat/use-chats.ts'
import { useWords } from '#src/features/chat/words.ts'
import { List } from '#src/ui/list.tsx'
import { LogView } from '#src/ui/log-view.tsx'
import { createInstance } from 'i18next'
import { useMemo, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next'
import '#src/ui/tokens.css'
import '#src/ui/base.css'

// Runs in the browser: one room of a hundred thousand messages, drawn by three lists with the same rows.
// `tests/bench/room.ts` measures it.

const words = [
  'the wall is thinning',
  'ok',
  'who holds the other side? I do not see it in the book',
  'see you at the pier, the one that we met at last week, half past seven',
]
const made = (n: number): Message => ({
  id: `g1-${n}`,
  n,
  rev: 1,
  cid: null,
  messageType: 'user',
  contentType: 1,
  content: JSON.stringify({ text: `${n} ${words[n % words.length] ?? ''}` }),
  fromUserId: String(n % 7),
  userName: `Trader ${n % 7}`,
  userAvatar: null,
  chatGroupId: 'g1',
  createTime: '',
  createMs: 1_763_805_600_000 + n * 20_000,
  meFlag: n % 5 === 0,
  replyTo: null,
  mentions: [],
  revoked: false,
  revokedBy: null,
  isForwarded: false,
})
/** A message is the same object each time it is drawn, as in the app's log. */
const messages = new Map<number, Message>()
const messageAt = (n: number): Message => {
  const known = messages.get(n) ?? made(n)
  messages.set(n, known)
  return known
}
const nothing = () => {}
const acts: BubbleActs = {
  menu: nothing,
  toQuote: nothing,
  picture: nothing,
  merged: nothing,
  person: nothing,
  pick: nothing,
  packet: nothing,
  react: nothing,
}
const rest = {
  quoted: null,
  isGroup: true,
  isRead: false,
  isPicking: false,
  isPicked: false,
  isFound: false,
  packet: null,
  role: null,
  acts,
} as const
type Draw = (n: number) => ReactNode
const i18n = createInstance()
const ready = i18n
  .use(initReactI18next)
  .init({ lng: 'en', resources: { en: { chat: texts } }, interpolation: { escapeValue: false } })

const place = document.createElement('div')
place.style.cssText = 'display: flex; flex-direction: column; block-size: 100dvh; overflow: hidden'
document.body.append(place)
let root: Root | null = null
const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** A plain list: a document with a line per message, made by the browser from text. */
const plain = (count: number) => {
  const lines: string[] = []
  for (let n = 1; n <= count; n += 1)
    lines.push(
      `<div style="padding: 8px 16px"><small>Trader ${n % 7}</small><p>${n} ${words[n % words.length] ?? ''}</p></div>`,
    )
  place.innerHTML = `<div data-scroller style="overflow: auto; flex: 1">${lines.join('')}</div>`
}
/** The same rows, all drawn before the scrolling begins: what the browser reaches while no code of ours runs. */
const drawnRows = 500
/** As many as the app's log holds, moved to and fro: what painting them costs when no row comes or goes either. */
const stillRows = 28
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const Drawn = ({ rows, draw }: { readonly rows: number; readonly draw: Draw }) => (
  <div data-scroller="" style={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
    {numbers(rows).map((n) => (
      <div key={n} style={{ contain: 'layout style' }}>
        {draw(n)}
      </div>
    ))}
  </div>
)
const views = {
  kontor: (count: number, draw: Draw) => (
    <LogView
      label="log"
      count={count}
      keyOf={(index) => index}
      render={(index) => draw(index + 1)}
      startAt={null}
      onRange={nothing}
    />
  ),
  'react-window': (count: number, draw: Draw) => (
    <div data-box="" style={{ flex: 1, minHeight: 0 }}>
      <List label="log" items={numbers(count)} rowHeight={80} render={draw} />
    </div>
  ),
  drawn: (_: number, draw: Draw) => <Drawn rows={drawnRows} draw={draw} />,
  still: (_: number, draw: Draw) => <Drawn rows={stillRows} draw={draw} />,
}
function Room({ view, count }: { readonly view: keyof typeof views; readonly count: number }) {
  const { t } = useTranslation('chat')
  const [words, when] = [useWords(), useWhen()]
  const says = useMemo(() => ({ t, words, when }), [t, words, when])
  return views[view](count, (n) => <Bubble message={messageAt(n)} isFirst={n % 3 === 0} {...rest} says={says} />)
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
    flushSync(() =>
      made.render(
        <I18nextProvider i18n={i18n}>
          <Room view={view} count={count} />
        </I18nextProvider>,
      ),
    )
  }
  await frame()
  await frame()
  return performance.now() - began
}
const scroller = () => {
  const found = [...place.querySelectorAll('*')].find(
    (each) => each.scrollHeight > each.clientHeight + 100 && /auto|scroll/.test(getComputedStyle(each).overflowY),
  )
  if (found === undefined) throw new Error('nothing scrolls')
  return found
}
/** Scrolls by hand's pace for a while; the pauses between frames in ms. */
const scroll = async (ms: number, pxPerSecond: number): Promise<readonly number[]> => {
  const box = scroller()
  const pauses: number[] = []
  const began = await frame()
  const from = box.scrollTop
  const range = box.scrollHeight - box.clientHeight
  const direction = from > box.scrollHeight / 2 ? -1 : 1
  for (let last = began; last - began < ms; ) {
    const now = await frame()
    pauses.push(now - last)
    last = now
    const way = ((now - began) * pxPerSecond) / 1000
    box.scrollTop = range < 8000 ? Math.abs(((way + range) % (2 * range)) - range) : from + direction * way
  }
  return pauses
}
Object.assign(window, { benchRoom: { open, scroll } })
