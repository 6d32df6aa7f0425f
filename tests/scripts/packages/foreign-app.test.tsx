import { bundlePackage } from '#scripts/packages/bundle.ts'
import { publishedPackages } from '#scripts/packages/list.ts'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { assign, createActor, setup } from 'xstate'

const cache = resolve('node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'inspector-'))
beforeAll(async () => {
  const inspector = publishedPackages().find((each) => each.folder === 'inspector')
  if (inspector) await bundlePackage(inspector, folder)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** An app of somebody else: a kettle, and its heater. */
const heater = setup({}).createMachine({
  id: 'heater',
  initial: 'cold',
  states: { cold: { on: { heat: 'hot' } }, hot: { on: { cool: 'cold' } } },
})
const kettle = setup({ actors: { heater } }).createMachine({
  id: 'kettle',
  context: { password: 'hunter2', cups: 0 },
  invoke: { src: 'heater', id: 'heater' },
  initial: 'idle',
  states: {
    idle: {
      on: { start: { target: 'boiling', actions: assign({ cups: ({ context }) => Object(context).cups + 1 }) } },
    },
    boiling: { on: { stop: 'idle' } },
  },
})

test('PACK-6 a foreign app is inspected by what is published, without a line to anywhere: states, events by hand, masked secrets', async () => {
  const asked: string[] = []
  const note =
    (what: string) =>
    (...[to]: unknown[]) => {
      asked.push(`${what} ${String(to)}`)
      throw new Error('there is no network')
    }
  for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'Worker', 'Image'])
    vi.stubGlobal(name, function outward(to: unknown) {
      note(name)(to)
    })
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: note('beacon') })
  const { createInspection } = Object(await import(join(folder, 'lib/inspection.js')))
  const { Workbench } = Object(await import(join(folder, 'lib/workbench.js')))
  const app = createActor(kettle, { id: 'kettle' }).start()
  const inspection = createInspection({ roots: () => [app] })
  const charts = async () => new Map()
  const { unmount } = render(
    <Workbench inspection={inspection} charts={charts} place="page" onPlace={() => undefined} />,
  )
  const tree = within(await screen.findByRole('list', { name: 'Actors' }))
  expect((await waitFor(() => tree.getByRole('button', { name: /^heater/ }))).textContent).toContain('cold')
  fireEvent.click(tree.getByRole('button', { name: /^kettle/ }))
  app.send({ type: 'start' })
  await waitFor(() => expect(tree.getByRole('button', { name: /^kettle/ })).toHaveTextContent('boiling'))
  fireEvent.change(screen.getByRole('textbox', { name: 'Send to kettle' }), { target: { value: '{"type":"stop"}' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(app.getSnapshot().value).toBe('idle'))
  expect(document.body.textContent).not.toContain('hunter2')
  await waitFor(() => expect(screen.getByRole('list', { name: 'Log' })).toHaveTextContent('stop'))
  expect(document.querySelectorAll('[src^="http"], [href^="http"], script[src]')).toHaveLength(0)
  expect(asked).toEqual([])
  unmount()
  app.stop()
  Reflect.deleteProperty(navigator, 'sendBeacon')
  vi.unstubAllGlobals()
})
