import { files, filesIn, importsOf } from '#tests/support/files.ts'
import inspectorWords from '#locales/en/inspector.json' with { type: 'json' }
import inspector from '@kontor/inspector/package.json' with { type: 'json' }
import words from '@kontor/inspector/words.json' with { type: 'json' }
import { expect, test } from 'vitest'

/** A tier or folder may import only from the paths named beside it, and from itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  // A package of this repository knows nothing of the product: what it needs is handed in.
  'packages/inspector': [],
  // These are made of the product, which knows nothing of them.
  'packages/contract': ['contract'],
  'packages/client': ['contract', 'streams', 'src/api', 'src/lib'],
  machines: ['contract'],
  // The event union stands in `down.ts`, or in `events.ts` where it is derived from the list of features.
  'streams/kit': ['contract/wire', 'contract/events.ts'],
  streams: ['contract', 'streams/kit'],
  'streams/feeds.ts': ['contract', 'streams'],
  'streams/own-feeds.ts': ['contract', 'streams'],
  'streams/own-parts.ts': ['contract', 'streams'],
  server: ['contract', 'locales'],
  'src/lib': ['contract'],
  'src/api': ['contract', 'src/lib'],
  'src/stores': ['contract', 'src/lib'],
  'src/ui': ['src/lib'],
  'src/actors': ['contract', 'machines', 'streams', 'src/lib', 'src/api', 'src/stores'],
  'src/parts': ['contract', 'machines', 'streams', 'src/lib', 'src/api', 'src/stores', 'src/actors', 'src/ui'],
  'src/features': [
    'contract',
    'machines',
    'streams',
    'src/lib',
    'src/api',
    'src/stores',
    'src/actors',
    'src/ui',
    'src/parts',
  ],
  'src/app': ['contract', 'machines', 'streams', 'locales', 'src'],
  'src/main.tsx': ['src/app', 'src/ui'],
}
const i18n = /^src\/app\/|^src\/main\.tsx$/
const kit = /^src\/(?:features|app|parts|actors)\//
/** A package comes in by its doors only. The longest name that fits decides. */
const doors: Readonly<Record<string, RegExp>> = {
  'zod/mini': /^contract\//,
  zod: /^nowhere$/,
  '@kontor/inspector': /^src\/features\/inspector\//,
  elkjs: /^packages\/inspector\/src\/layout\.ts$/,
  xstate: /^packages\/inspector\/|^machines\/|\.actors\.ts$|^src\/app\/|^src\/actors\//,
  '@xstate/react': kit,
  rxjs: /^streams\/|^server\/|\.actors\.ts$|^src\/app\/|^src\/actors\/|^src\/lib\/use-stream\.ts$/,
  'reconnecting-websocket': /^streams\/kit\/socket\.ts$/,
  zustand: /^src\/stores\//,
  wouter: /^src\/app\/|^src\/lib\/hash-location\.ts$/,
  'lightweight-charts': /^src\/ui\/chart[^/]*\.tsx?$/,
  'react-resizable-panels': /^src\/parts\/trade\/dock-split\.tsx$/,
  'yet-another-react-lightbox': /^src\/parts\/photos\/photo-viewer\.tsx$/,
  'react-window': /^src\/ui\/list\.tsx$/,
  i18next: i18n,
  'react-i18next': /^src\//,
  react: /^src\/|^packages\/inspector\//,
  'react-dom': /^src\/|^packages\/inspector\//,
  ws: /^server\/(gateway\/|box\/binance\/sockets\.ts$|main\.ts$|dev\.ts$)/,
  'socket.io': /^server\/gateway\//,
  hono: /^server\/(gateway\/|roles\/gateway\.ts$|dev\.ts$)/,
  '@hono/node-server': /^server\/(gateway\/|roles\/gateway\.ts$|dev\.ts$)/,
  'rate-limiter-flexible': /^server\/gateway\//,
  'prom-client': /^server\/gateway\//,
  'node:sqlite': /^server\/store\//,
  pg: /^server\/store\/postgres\//,
  '@nats-io/nats-core': /^server\/bus\//,
  '@nats-io/transport-node': /^server\/bus\//,
  'libphonenumber-js': /^server\/(identity|features\/platform)\//,
  'web-push': /^server\/features\/notification\//,
  '@simplewebauthn/server': /^server\/identity\/passkeys\.ts$/,
  '@simplewebauthn/browser': /^src\/lib\/passkey\/browser\.ts$/,
  'ipaddr.js': /^server\/features\/notification\//,
  vite: /^server\/dev\.ts$/,
}
/** Only the venue runs in Node. */
const nodeOnly = /^server\//

const rooms = [...Object.keys(mayImport), 'locales', 'src'].toSorted((one, other) => other.length - one.length)
const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
const roomOf = (path: string) => rooms.find((room) => isIn(path, room)) ?? null
/** The feature of a stream or of a client folder; features of one tier do not import each other. */
const featureOf = (path: string) => /^(?:src\/features|streams)\/([^/.]+)/.exec(path)?.[1]
const doorOf = (path: string) =>
  doors[
    Object.keys(doors)
      .filter((name) => path === name || path.startsWith(`${name}/`))
      .toSorted((one, other) => other.length - one.length)[0] ?? ''
  ]

/** May this file import that path? */
const isAllowed = (file: string, path: string) => {
  const room = roomOf(file)
  const other = roomOf(path)
  if (room === null || path.startsWith('tests/') || path.startsWith('scripts/')) return false
  if (other === null) return (doorOf(path)?.test(file) ?? true) && (!path.startsWith('node:') || nodeOnly.test(file))
  if (other === room) return (room !== 'src/features' && room !== 'streams') || featureOf(path) === featureOf(file)
  return (mayImport[room] ?? []).some((allowed) => isIn(path, allowed))
}

test('HOUSE-1 a room imports only downwards, and packages come in by their doors', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((path) => !isAllowed(file, path))
      .map((path) => `${file} imports ${path}`),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['machines/otc.ts', 'streams/otc/otc.ts', false],
  ['machines/otc.ts', 'contract/otc/otc.ts', true],
  ['streams/otc/otc.ts', 'contract/otc/otc.ts', true],
  ['streams/otc/otc.ts', 'streams/kit/own-list.ts', true],
  ['streams/otc/otc.ts', 'streams/otc/adverts.ts', true],
  ['streams/otc/adverts.ts', 'streams/otc/otc.ts', true],
  ['streams/otc/otc.ts', 'streams/market/market.ts', false],
  ['streams/otc/adverts.ts', 'streams/market/prices.ts', false],
  ['streams/otc/otc.ts', 'streams/feeds.ts', false],
  ['streams/feeds.ts', 'streams/otc/otc.ts', true],
  ['streams/kit/own-list.ts', 'contract/wire/reply.ts', true],
  ['streams/kit/own-list.ts', 'contract/events.ts', true],
  ['streams/kit/own-list.ts', 'contract/otc/otc.ts', false],
  ['streams/kit/own-list.ts', 'streams/otc/otc.ts', false],
  ['streams/otc/otc.ts', 'machines/otc.ts', false],
  ['contract/otc/otc.ts', 'zod/mini', true],
  ['contract/otc/otc.ts', 'zod', false],
  ['src/features/otc/a.tsx', 'src/features/spot/b.tsx', false],
  ['src/features/otc/a.tsx', 'src/features/otc/b.tsx', true],
  ['src/features/otc/a.tsx', 'src/app/system.ts', false],
  ['src/app/routes.ts', 'src/features/otc/a.tsx', true],
  ['src/features/otc/a.tsx', 'zustand', false],
  ['src/features/otc/a.tsx', 'xstate', false],
  ['src/features/otc/otc.actors.ts', 'rxjs/operators', true],
  ['src/ui/button.tsx', 'src/stores/settings.ts', false],
  ['src/ui/button.tsx', 'src/lib/format.ts', true],
  ['src/ui/button.tsx', 'contract/otc/otc.ts', false],
  ['src/lib/format.ts', 'contract/wire/money.ts', true],
  ['src/lib/format.ts', 'src/stores/settings.ts', false],
  ['src/api/http.ts', 'src/lib/storage.ts', true],
  ['src/api/http.ts', 'src/stores/session.ts', false],
  ['src/stores/session.ts', 'src/api/http.ts', false],
  ['src/actors/use-otc.ts', 'machines/otc.ts', true],
  ['src/actors/use-otc.ts', 'streams/kit/live.ts', true],
  ['src/actors/use-otc.ts', 'src/stores/session.ts', true],
  ['src/actors/use-otc.ts', 'src/parts/link.tsx', false],
  ['src/actors/use-otc.ts', 'src/ui/button.tsx', false],
  ['src/parts/link.tsx', 'src/actors/use-otc.ts', true],
  ['src/parts/link.tsx', 'src/ui/button.tsx', true],
  ['src/parts/link.tsx', 'src/features/otc/a.tsx', false],
  ['src/features/otc/a.tsx', 'src/parts/link.tsx', true],
  ['src/parts/link.tsx', 'src/app/routes.ts', false],
  ['src/main.tsx', 'src/app/start.tsx', true],
  ['src/app/routes.ts', 'locales/en/otc.json', true],
  ['src/features/otc/a.tsx', 'server/features/otc/view.ts', false],
  ['src/features/inspector/a.tsx', '@kontor/inspector/mask', true],
  ['src/features/report/a.tsx', '@kontor/inspector/mask', false],
  ['src/app/routes.ts', '@kontor/inspector/mask', false],
  ['src/features/inspector/a.tsx', 'packages/inspector/src/mask.ts', false],
  ['packages/inspector/src/tap.ts', 'contract/wire/json.ts', false],
  ['packages/client/client.ts', 'src/api/request.ts', true],
  ['packages/client/client.ts', 'src/stores/session.ts', false],
  ['src/api/request.ts', 'packages/client/client.ts', false],
  ['packages/inspector/src/tap.ts', 'react-i18next', false],
  ['src/lib/format.ts', 'node:fs', false],
  ['server/core/ledger.ts', 'node:sqlite', false],
  ['server/store/sqlite.ts', 'node:sqlite', true],
  ['server/core/ledger.ts', 'tests/support/files.ts', false],
])('HOUSE-1 the rule bites: %s imports %s: %s', (file, path, may) => expect(isAllowed(file, path)).toBe(may))

test('HOUSE-1 tests and scripts too take a package by its public entries', () => {
  const others = ['tests', 'scripts'].flatMap((folder) => filesIn(folder, /\.tsx?$/))
  const inside = others.filter((file) => importsOf(file).some((path) => path.startsWith('packages/')))
  expect(inside).toEqual([])
  const entries = Object.keys(inspector.exports).map((entry) => entry.replace(/^\./, inspector.name))
  const asked = [...files, ...others].flatMap(importsOf).filter((path) => path.startsWith(inspector.name))
  expect(asked.filter((path) => !entries.includes(path))).toEqual([])
})
test('HOUSE-1 the English of the inspector is that of the product', () => {
  expect(inspectorWords).toMatchObject(words)
})
