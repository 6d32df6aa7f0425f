import { assets } from '#contract/assets/assets.ts'
import type { Quote } from '#contract/assets/assets-moves.ts'
import { encode } from '#contract/wire/coded.ts'
import { createRequest } from '#src/api/request.ts'
import type { RawReply } from '#src/api/understand.ts'
import { ServicesContext, useServices } from '#src/actors/services.tsx'
import { useQuote, type Quoted } from '#src/actors/use-quote.ts'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const startMs = 5_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

type Asked = {
  readonly about: unknown
  readonly key: string | null
  readonly answer: (raw: RawReply | null) => void
}
const stand = async () => {
  const asked: Asked[] = []
  const request = createRequest({
    send: ({ body, key }) => new Promise((answer) => void asked.push({ about: Object(body).num, key, answer })),
  })
  const held: { quoted: Quoted<Quote> | null; setAbout: (num: string | null) => void } = {
    quoted: null,
    setAbout: () => {},
  }
  function Probe() {
    const [num, setAbout] = useState<string | null>(null)
    const quoted = useQuote(num === null ? null : { kind: 'flash', from: 3, to: 1, num })
    held.quoted = quoted
    held.setAbout = setAbout
    return <QuoteBar quoted={quoted} />
  }
  function At({ children }: { readonly children: ReactNode }) {
    const services = { ...useServices(), request, serverNow: () => startMs + Date.now() }
    return <ServicesContext value={services}>{children}</ServicesContext>
  }
  await showPage(
    <At>
      <Probe />
    </At>,
  )
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  const type = (num: string | null) => act(() => held.setAbout(num))
  const answer = (at: number, raw: RawReply | null) => act(async () => asked[at]?.answer(raw))
  return { asked, held, pass, type, answer }
}
const raw = (body: unknown): RawReply => ({ status: 200, retryAfterMs: null, body })
const offer = (quote_id: string, lifeMs = 10_000) =>
  raw({
    type: 'ok',
    message: encode(assets.quote.output, {
      quote_id,
      kind: 'flash',
      from_currency: 3,
      to_currency: 1,
      num: '25',
      price: '100000',
      fee: '0',
      result: '0.00025',
      expires_ms: startMs + Date.now() + lifeMs,
      server_now_ms: startMs + Date.now(),
      used: false,
    }),
  })

test('QUOTE-1 a quote is valid until its instant on the server’s clock; an expired one is not sent and can be renewed', async () => {
  const { asked, held, pass, type, answer } = await stand()
  type('25')
  await pass(500)
  expect(screen.getByRole('status')).toHaveTextContent('Getting a quote…')
  await answer(0, offer('q1'))
  expect(screen.getByRole('timer')).toHaveTextContent('00:10')
  expect(held.quoted?.take()?.quote_id).toBe('q1')
  await pass(9_000)
  expect(screen.getByRole('timer')).toHaveTextContent('00:01')
  await pass(1_100)
  expect(screen.getByRole('status')).toHaveTextContent('The quote has expired.')
  expect([held.quoted?.take(), held.quoted?.quote]).toEqual([null, null])
  fireEvent.click(screen.getByRole('button', { name: 'New quote' }))
  await answer(1, offer('q2'))
  expect(held.quoted?.quote?.quote_id).toBe('q2')
  expect(new Set(asked.map(({ key }) => key)).size).toBe(2)
})

test('QUOTE-1 a tap after the expiry but before the next render sends nothing', async () => {
  const { held, pass, type, answer } = await stand()
  type('25')
  await pass(500)
  await answer(0, offer('q1', 100))
  vi.setSystemTime(Date.now() + 101)
  act(() => expect(held.quoted?.take()).toBeNull())
  expect(held.quoted?.state).toBe('lapsed')
})

test('QUOTE-2 another amount drops the quote at once, and a late reply for the old one is ignored', async () => {
  const { asked, held, pass, type, answer } = await stand()
  type('25')
  await pass(500)
  await answer(0, offer('q25'))
  type('2')
  expect(held.quoted?.quote).toBeNull()
  await pass(100)
  type('26')
  await pass(500)
  expect(asked.map(({ about }) => about)).toEqual(['25', '26'])
  type('27')
  await answer(1, offer('q26'))
  expect(held.quoted?.quote).toBeNull()
  await pass(500)
  await answer(2, offer('q27'))
  expect(held.quoted?.quote?.quote_id).toBe('q27')
  type(null)
  expect(held.quoted).toMatchObject({ state: 'none', quote: null, failure: null })
})

test.each([
  [
    'a refusal in its own sentence',
    raw({ type: 'error', message: '', reason: 'pair_unknown' }),
    'These coins cannot be exchanged.',
  ],
  ['a lost answer as a lost line, for nothing was to be done', null, 'No connection.'],
] as const)('QUOTE-1 no quote: %s', async (_, reply, words) => {
  const { held, pass, type, answer } = await stand()
  type('25')
  await pass(500)
  await answer(0, reply)
  expect(screen.getByRole('status')).toHaveTextContent(words)
  expect(held.quoted?.quote).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'New quote' }))
  await answer(1, offer('q1'))
  expect(held.quoted?.quote?.quote_id).toBe('q1')
})
