// All charts are drawn when the first is asked for: that may take longer than a test waits.
import 'virtual:charts'
import { InspectorPage } from '#src/features/inspector/inspector-page.tsx'
import { setConfig } from '#src/stores/config.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())
const openPage = async () => {
  const shown = await showPage(<InspectorPage />, { at: '/inspector' })
  shown.services.startup.start()
  shown.services.session.start()
  const tree = await screen.findByRole('list', { name: 'Actors' })
  return { ...shown, tree, row: (name: string) => within(tree).getByRole('button', { name: new RegExp(`^${name}`) }) }
}
const part = (name: string) => screen.getByRole('region', { name })

test('INS-10 the page shows every actor with its state, the chart of the chosen one, and what each event would do', async () => {
  const { row, stop, unmount } = await openPage()
  fireEvent.click(await waitFor(() => row('startup')))
  expect(
    await within(part('Machine')).findByRole('img', { name: 'State chart of startup, now in loading' }),
  ).toBeVisible()
  const lit = () => [...document.querySelectorAll('[data-on=true]')].map((box) => box.getAttribute('data-state'))
  expect(lit()).toEqual(['loading'])
  const tooOld = () => document.querySelector('tr[data-event="app.tooOld"]')
  expect([tooOld()?.getAttribute('data-allows'), tooOld()?.textContent]).toEqual(['yes', 'app.tooOld✓ none→ tooOld'])

  // An event by hand: prepared by a tap on its name, sent, and seen in tree, chart and log.
  fireEvent.click(within(part('Machine')).getByRole('button', { name: 'app.tooOld' }))
  fireEvent.click(within(part('Actors')).getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(row('startup')).toHaveTextContent('tooOld'))
  expect(lit()).toEqual(['tooOld'])
  expect(within(part('Log')).getByRole('list', { name: 'Log' })).toHaveTextContent('app.tooOld')

  // Back in time: the moment before is shown, and now again.
  fireEvent.change(within(part('Machine')).getByRole('slider'), { target: { value: '0' } })
  await waitFor(() => expect(lit()).toEqual(['loading']))
  expect(part('Machine')).toHaveTextContent('What each event would have done then')
  fireEvent.click(within(part('Machine')).getByRole('button', { name: 'Now' }))
  await waitFor(() => expect(lit()).toEqual(['tooOld']))
  unmount()
  stop()
})
test('INS-10 what is no event is refused and stays; frozen, an event waits for its step', async () => {
  const { row, services, stop, unmount } = await openPage()
  fireEvent.click(await waitFor(() => row('startup')))
  const box = screen.getByRole('textbox', { name: 'Send to startup' })
  fireEvent.change(box, { target: { value: '{ "kind": 1' } })
  fireEvent.click(within(part('Actors')).getByRole('button', { name: 'Send' }))
  expect([screen.getByRole('alert').textContent, box]).toEqual([
    'This is not an event: write JSON with a type, like {"type":"retry"}.',
    expect.objectContaining({ value: '{ "kind": 1' }),
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Freeze' }))
  services.startup.send({ type: 'app.tooOld' })
  await screen.findByText('1 held back: startup ← app.tooOld')
  expect(services.startup.getSnapshot().value).toBe('loading')
  fireEvent.click(screen.getByRole('button', { name: 'Step' }))
  expect(services.startup.getSnapshot().value).toBe('tooOld')
  unmount()
  stop()
})
test('INS-10 the line is spoiled by hand and mended, and every step of it is written down', async () => {
  const { stop, unmount } = await openPage()
  const panel = part('Network')
  fireEvent.change(within(panel).getByRole('slider', { name: /Delay/ }), { target: { value: '400' } })
  fireEvent.change(within(panel).getByRole('slider', { name: /Delay/ }), { target: { value: '450' } })
  fireEvent.click(within(panel).getByRole('button', { name: 'Half-open' }))
  await waitFor(() => expect(panel).toHaveTextContent('Scenario: 2 steps so far'))
  expect(within(panel).getByRole('button', { name: 'Half-open' })).toHaveAttribute('aria-pressed', 'true')
  expect(panel).toHaveTextContent('450 ms')
  const before = Date.now()
  fireEvent.click(within(panel).getByRole('button', { name: 'Clock +10 min' }))
  expect(Date.now() - before).toBeGreaterThanOrEqual(600_000)
  fireEvent.click(within(panel).getByRole('button', { name: 'Mend all' }))
  expect(Date.now() - before).toBeLessThan(60_000)
  await waitFor(() =>
    expect(within(panel).getByRole('button', { name: 'Half-open' })).toHaveAttribute('aria-pressed', 'false'),
  )
  unmount()
  stop()
})
test('INS-4 closed in production it looks like any address without a page, and hooks nothing', async () => {
  vi.stubEnv('DEV', false)
  setConfig({ setting: null, verification: false })
  const { stop } = await showPage(<InspectorPage />)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Page not found')
  expect(screen.queryByRole('list', { name: 'Actors' })).toBe(null)
  expect(String(Reflect.get(WebSocket.prototype, 'send'))).not.toContain('meet(this)')
  stop()
})
