import { aheadOf, aheadPages, loginPath } from '#scripts/client/ahead.ts'
import type { Manifest } from '#scripts/client/sizes.ts'
import { routeOf } from '#src/app/routes.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

/** What comes with every page has one file of its own for each language, which vite.config.ts names. */
const ofEvery = ['shell', 'ui', 'market', 'installed']

test('LOAD-3 the pages whose files are asked for ahead are those of the route table, with its texts', () => {
  const config = textOf('vite.config.ts')
  expect(/\(\?:(shell\|[\w|]+)\)\\\.json/.exec(config)?.[1]?.split('|')).toEqual(ofEvery)
  for (const { paths, module, namespaces } of aheadPages)
    for (const path of paths) {
      const route = routeOf(path === loginPath ? sessionPaths.login : path)
      expect([path, route?.namespaces.filter((name) => !ofEvery.includes(name))]).toEqual([path, namespaces])
      expect(String(route?.page)).toContain(module.replace(/^src\/features\/\w+\//, ''))
    }
})

const manifest: Manifest = {
  _main: { file: 'main.js', name: 'frame' },
  '_texts-en-1.js': { file: 'texts-en.js' },
  '_texts-hk-1.js': { file: 'texts-hk.js' },
  'locales/en/home.json': { file: 'home-en.js' },
  _first: { file: 'first.js', imports: ['_main'], css: ['first.css'] },
  'src/features/home/home-page.tsx': { file: 'home.js', imports: ['_main', '_first'], css: ['home.css'] },
}
test('LOAD-3 each path has what its page imports, but not what index.html asks for itself, and the texts of each language', () => {
  const { lang, pages } = aheadOf(manifest, '<script src="/main.js">')
  expect(lang).toBe('hk')
  expect(pages['/']).toEqual(pages['/pages/index/index'])
  expect(pages['/']?.files.toSorted()).toEqual(['first.css', 'first.js', 'home.css', 'home.js'])
  expect([pages['/']?.texts['en'], pages['/']?.texts['hk'], pages[loginPath]?.files]).toEqual([
    ['texts-en.js', 'home-en.js'],
    ['texts-hk.js'],
    [],
  ])
})
