import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { buildClient } from './client.ts'
import { isFresh } from './stamp.ts'
import { loadedPackages, buildVenue } from './venue-build.ts'

/** Of the run-time files alone, without the Node they run on. */
const maxBytes = 120e6

type Locked = { readonly dependencies?: object; readonly optionalDependencies?: object }
/** Folders of the packages that the built venue loads, with all that these need on a machine like this one. */
function folders(): readonly string[] {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  const found = new Set<string>()
  const take = (name: string, inside: string) => {
    const folder = [`${inside}node_modules/${name}`, `node_modules/${name}`].find((each) => existsSync(each))
    if (folder === undefined || found.has(folder)) return
    found.add(folder)
    const { dependencies, optionalDependencies } = packages[folder] ?? {}
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) take(each, `${folder}/`)
  }
  for (const name of loadedPackages) take(name, '')
  return [...found]
}
/** Writes all that the image runs into a folder, with the list of its parts; returns how many bytes that is. */
async function writeImage(to: string): Promise<number> {
  if (!isFresh()) await buildClient()
  const venue = dirname(await buildVenue())
  mkdirSync(to, { recursive: true })
  const copy = (from: string, target: string) => cpSync(from, join(to, target), { recursive: true })
  copy('dist', 'dist')
  copy(venue, join('venue', basename(venue)))
  writeFileSync(join(to, 'kontor.mjs'), `import './venue/${basename(venue)}/kontor.mjs'\n`)
  for (const path of [...folders(), 'locales', ...globSync('server/**/*.json')]) copy(path, path)
  // Texts are found by the names that begin with #.
  const { name, version, type, imports }: Record<string, unknown> = JSON.parse(readFileSync('package.json', 'utf8'))
  writeFileSync(join(to, 'package.json'), JSON.stringify({ name, version, type, imports }))
  const sbom = spawnSync('npm', ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32',
  })
  if (sbom.status !== 0) throw new Error(`npm sbom: ${sbom.stderr}`)
  writeFileSync(join(to, 'sbom.json'), sbom.stdout)
  return readdirSync(to, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

const [flag, to, ...more] = process.argv.slice(3)
if (flag !== '--to' || to === undefined || more.length > 0) {
  console.error('Say where to: npm run image -- --to FOLDER')
  process.exitCode = 1
} else {
  const bytes = await writeImage(resolve(to))
  console.log(`${(bytes / 1e6).toFixed(1)} of ${maxBytes / 1e6} MB in ${resolve(to)}`)
  if (bytes > maxBytes) process.exitCode = 1
}
