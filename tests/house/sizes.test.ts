import { sizesOf, tooBig, type Manifest } from '#scripts/client/sizes.ts'
import { expect, test } from 'vitest'

const home = 'src/features/home/home-page.tsx'
const manifest: Manifest = {
  _main: { file: 'main.js', name: 'frame', imports: ['_react'], css: ['main.css'] },
  _react: { file: 'react.js' },
  _list: { file: 'list.js' },
  _engine: { file: 'engine.js', name: 'ground', imports: ['_machines'] },
  _machines: { file: 'machines.js' },
  [home]: { file: 'home.js', imports: ['_main', '_list'], css: ['home.css'] },
  _own: { file: 'own.js', name: 'own' },
  'src/features/otc/order-page.tsx': { file: 'otc.js', imports: ['_main', '_list', '_own'] },
  'src/features/market/kline-page.tsx': { file: 'kline.js', imports: ['_react', '_machines'] },
  'locales/hk/home.json': { file: 'hk-home.js' },
  '_texts-hk-1.js': { file: 'texts-hk.js' },
  'locales/hk/otc.json': { file: 'hk-otc.js' },
}
const weights: Readonly<Record<string, number>> = {
  'main.js': 20_000,
  'engine.js': 11_000,
  'machines.js': 13_000,
  'react.js': 60_000,
  'list.js': 6000,
  'own.js': 20_000,
  'home.js': 10_000,
  'otc.js': 36_000,
  'kline.js': 65_000,
  'hk-home.js': 1500,
  'texts-hk.js': 500,
  'hk-otc.js': 900_000,
  'main.css': 5000,
  'home.css': 1000,
}

test('SIZE-1 what is loaded together is weighed together, each file once; the engine is paid for once, and what comes with a login', () => {
  const sizes = sizesOf(manifest, (file) => weights[file] ?? 0)
  expect(sizes).toEqual([
    { what: 'entry', kB: 80, maxKB: 100 },
    { what: 'first route', kB: 122, maxKB: 168 },
    { what: 'css of the first route', kB: 6, maxKB: 12 },
    { what: 'home/home-page.tsx', kB: 16, maxKB: 39 },
    { what: 'otc/order-page.tsx', kB: 42, maxKB: 39 },
    { what: 'market/kline-page.tsx', kB: 65, maxKB: 66.5 },
  ])
  expect(tooBig(sizes).map(({ what }) => what)).toEqual(['otc/order-page.tsx'])
})
test('SIZE-1 a build without the chunks that every page needs is not weighed as if they were nothing', () => {
  expect(() => sizesOf({ [home]: { file: 'home.js' } }, () => 0)).toThrow('frame')
})
