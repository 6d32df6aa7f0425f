import { Balance } from '#src/parts/balance.tsx'
import { balancesOf, noCells, type Balances } from '#streams/assets/assets.ts'
import type { Live } from '#streams/kit/live.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'

const none = balancesOf({ ...noCells, isWhole: true })

test('V1 an available balance that is older than an acknowledged step is marked at itself, for eyes and for readers, until it has come', async () => {
  if (none === null) throw new Error('a whole list has balances')
  const balances$ = new BehaviorSubject<Live<Balances>>(live(none))
  await showPage(
    <p>
      <Balance>Available 10 USDT</Balance>
    </p>,
    { feeds: { balances$ } },
  )
  const shown = screen.getByText('Available 10 USDT')
  const told = () => [shown.textContent, shown.title, shown.className !== '']
  const plain = ['Available 10 USDT', '', false]
  expect(told()).toEqual(plain)
  act(() => balances$.next(live(none, { freshness: 'syncing' })))
  expect(told()).toEqual(['Available 10 USDTRefreshing', 'Refreshing', true])
  act(() => balances$.next(live(none)))
  expect(told()).toEqual(plain)
})

test('V1 every form shows an available balance through the one part that marks it', () => {
  const files = readdirSync('src/features', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => join('src/features', file))
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      // A balance may begin a line before its words; a money field marks its own.
      .replaceAll(/<Balance>\n\s*/g, '<Balance>')
      .split('\n')
      .filter((line) => /t\('(?:available|spotAccount|accountSpot)'.*(?:free|balance)/i.test(line))
      .map((line) => ({ file, line })),
  )
  expect(lines.length).toBeGreaterThan(10)
  expect(
    lines
      .filter(({ line }) => !line.includes('<Balance') && !line.trim().startsWith('balance='))
      .map(({ file, line }) => `${file}: ${line.trim()}`),
  ).toEqual([])
})
