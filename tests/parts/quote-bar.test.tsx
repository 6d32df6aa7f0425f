import type { Reply } from '#contract/wire/reply.ts'
import { ServicesContext, useServices } from '#src/actors/services.tsx'
import { useQuote, type Quoted } from '#src/actors/use-quote.ts'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Offer = { readonly quote_id: string; readonly expires_ms: number }
const startMs = 5_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

function At({ children }: { readonly children: ReactNode }) {
  return (
    <ServicesContext value={{ ...useServices(), serverNow: () => startMs + Date.now() }}>{children}</ServicesContext>
  )
}

const stand = async () => {
  const asked: {
    readonly about: string | null
    readonly key: string
    readonly answer: (reply: Reply<Offer>) => void
  }[] = []
  const held: { quoted: Quoted<Offer> | null; setAbout: (about: string | null) => void } = {
    quoted: null,
    setAbout: () => {},
  }
  function Probe() {
    const [about, setAbout] = useState<string | null>(null)
    const quoted = useQuote<Offer>({
      about,
      ask: (key) => new Promise((answer) => void asked.push({ about, key, answer })),
    })
    held.quoted = quoted
    held.setAbout = setAbout
    return <QuoteBar quoted={quoted} />
  }
  await showPage(
    <At>
      <Probe />
    </At>,
  )
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  const type = (about: string | null) => act(() => held.setAbout(about))
  const answer = (at: number, reply: Reply<Offer>) => act(async () => asked[at]?.answer(reply))
  return { asked, held, pass, type, answer }
}
const offer = (id: string, lifeMs = 10_000): Reply<Offer> => ({
  ok: true,
  value: { quote_id: id, expires_ms: startMs + Date.now() + lifeMs },
})

test('QUOTE-1 a quote is valid until its instant on the server’s clock; an expired one is not sent and can be renewed', async () => {
  const { asked, held, pass, type, answer } = await stand()
  type('3>1:25')
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
  type('3>1:25')
  await pass(500)
  await answer(0, offer('q1', 100))
  vi.setSystemTime(Date.now() + 101)
  act(() => expect(held.quoted?.take()).toBeNull())
  expect(held.quoted?.state).toBe('lapsed')
})

test('QUOTE-2 another amount drops the quote at once, and a late reply for the old one is ignored', async () => {
  const { asked, held, pass, type, answer } = await stand()
  type('3>1:25')
  await pass(500)
  await answer(0, offer('q25'))
  type('3>1:2')
  expect(held.quoted?.quote).toBeNull()
  await pass(100)
  type('3>1:26')
  await pass(500)
  expect(asked.map(({ about }) => about)).toEqual(['3>1:25', '3>1:26'])
  type('3>1:27')
  await answer(1, offer('q26'))
  expect(held.quoted?.quote).toBeNull()
  await pass(500)
  await answer(2, offer('q27'))
  expect(held.quoted?.quote?.quote_id).toBe('q27')
  type(null)
  expect(held.quoted).toMatchObject({ state: 'none', quote: null, failure: null })
})

test.each([
  ['a refusal in its own sentence', aRefusal('pair_unknown'), 'These coins cannot be exchanged.'],
  ['a lost answer as a lost line, for nothing was to be done', aLoss, 'No connection.'],
] as const)('QUOTE-1 no quote: %s', async (_, failure, words) => {
  const { held, pass, type, answer } = await stand()
  type('3>1:25')
  await pass(500)
  await answer(0, { ok: false, failure })
  expect(screen.getByRole('status')).toHaveTextContent(words)
  expect(held.quoted?.quote).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'New quote' }))
  await answer(1, offer('q1'))
  expect(held.quoted?.quote?.quote_id).toBe('q1')
})
