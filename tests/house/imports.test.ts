import { files, importsOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

/** A room may import only from the rooms named beside it. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  machines: ['contract'],
  streams: ['contract'],
  server: ['contract', 'locales'],
  'src/lib': ['contract'],
  'src/api': ['contract', 'src/lib'],
  'src/stores': ['contract', 'src/lib'],
  'src/ui': ['src/lib'],
  'src/actors': ['contract', 'machines', 'streams', 'src/lib', 'src/api', 'src/stores'],
  'src/parts': ['contract', 'machines', 'streams', 'src/lib', 'src/api', 'src/stores', 'src/actors', 'src/ui'],
  'src/features': ['contract', 'machines', 'streams', 'src/lib', 'src/api', 'src/stores', 'src/actors', 'src/ui', 'src/parts'],
  'src/app': ['contract', 'machines', 'streams', 'locales', 'src'],
  'src/main.tsx': ['src/app', 'src/ui'],
}
const i18n = /^src\/app\/|^src\/main\.tsx$/
const kit = /^src\/(?:features|app|parts|actors)\//
/** A package comes in by its doors only. The longest name that fits decides. */
const doors: Readonly<Record<string, RegExp>> = {
  'zod/mini': /^contract\//,
  zod: /^nowhere$/,
  xstate: /^machines\/|\.actors\.ts$|^src\/app\/|^src\/actors\//,
  '@xstate/react': kit,
  rxjs: /^streams\/|^server\/|\.actors\.ts$|^src\/app\/|^src\/actors\/|^src\/lib\/use-stream\.ts$/,
  'reconnecting-websocket': /^streams\/kit\/socket\.ts$/,
  zustand: /^src\/stores\//,
  wouter: /^src\/app\/|^src\/lib\/hash-location\.ts$/,
  'lightweight-charts': /^src\/ui\/chart[^/]*\.tsx?$/,
  'react-window': /^src\/ui\/list\.tsx$/,
  i18next: i18n,
  'react-i18next': /^src\//,
  react: /^src\//,
  'react-dom': /^src\//,
  ws: /^server\/(gateway\/|main\.ts$|dev\.ts$)/,
  hono: /^server\/(gateway\/|main\.ts$|dev\.ts$)/,
  '@hono/node-server': /^server\/(gateway\/|main\.ts$|dev\.ts$)/,
  'rate-limiter-flexible': /^server\/gateway\//,
  'prom-client': /^server\/gateway\//,
  'node:sqlite': /^server\/store\//,
  postgres: /^server\/store\//,
  kysely: /^server\/store\//,
  vite: /^server\/dev\.ts$/,
}
/** Only the venue runs in Node. */
const nodeOnly = /^server\//

const rooms = [...Object.keys(mayImport), 'locales', 'src'].toSorted((one, other) => other.length - one.length)
const roomOf = (path: string) => rooms.find((room) => path === room || path.startsWith(`${room}/`)) ?? null
const wordOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]
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
  if (other === 'src/features' && room === other) return wordOf(path) === wordOf(file)
  return other === room || (mayImport[room] ?? []).some((allowed) => `${other}/`.startsWith(`${allowed}/`))
}

test('HOUSE-1 a room imports only downwards, and packages come in by their doors', () => {
  const invalidFrames = files.flatMap((file) =>
    importsOf(file).filter((path) => !isAllowed(file, path)).map((path) => `${file} imports ${path}`),
  )
  expect(invalidFrames).toEqual([])
})

test.each([
  ['machines/otc.ts', 'streams/otc.ts', false],
  ['machines/otc.ts', 'contract/otc.ts', true],
  ['contract/otc.ts', 'zod/mini', true],
  ['contract/otc.ts', 'zod', false],
  ['src/features/otc/a.tsx', 'src/features/spot/b.tsx', false],
  ['src/features/otc/a.tsx', 'src/features/otc/b.tsx', true],
  ['src/features/otc/a.tsx', 'src/app/system.ts', false],
  ['src/app/routes.ts', 'src/features/otc/a.tsx', true],
  ['src/features/otc/a.tsx', 'zustand', false],
  ['src/features/otc/a.tsx', 'xstate', false],
  ['src/features/otc/otc.actors.ts', 'rxjs/operators', true],
  ['src/ui/button.tsx', 'src/stores/settings.ts', false],
  ['src/lib/format.ts', 'node:fs', false],
  ['server/core/ledger.ts', 'node:sqlite', false],
  ['server/store/sqlite.ts', 'node:sqlite', true],
  ['server/core/ledger.ts', 'tests/support/files.ts', false],
])('HOUSE-1 the rule bites: %s imports %s: %s', (file, path, may) => expect(isAllowed(file, path)).toBe(may))
