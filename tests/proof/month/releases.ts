import { release } from '#server/core/release.ts'
import { buildClient } from '#scripts/client.ts'
import { isFresh } from '#scripts/stamp.ts'
import { buildVenue } from '#scripts/venue-build.ts'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A program that runs on a data folder: the file of its server, and how its commands for the operator are called. */
export type Release = {
  readonly name: string
  readonly main: string
  readonly tool: readonly string[]
  readonly cwd: string
}
/** The release before this one, by the commit that it was made of. */
const before = { name: '1.1.0', commit: '87a81fb380b776c6d8e801d9b327ba510ddb031c' }
const flags = ['--disable-warning=ExperimentalWarning']

/** The sources of the release before, built by its own script. */
function buildBefore(folder: string): Release {
  const { name, commit } = before
  const [archive, cwd] = [join(folder, `${name}.tar`), join(folder, name)]
  try {
    execFileSync('git', ['archive', '--output', archive, commit], { stdio: 'pipe' })
  } catch (thrown) {
    throw new Error(
      `The history of this checkout lacks release ${name} (${commit}): fetch all of it, as by git fetch --unshallow.`,
      { cause: thrown },
    )
  }
  mkdirSync(cwd)
  execFileSync('tar', ['-xf', archive, '-C', cwd])
  rmSync(archive)
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'))
  const build = "const { buildVenue } = await import('./scripts/venue-build.ts'); console.log(await buildVenue())"
  const told = execFileSync(process.execPath, [...flags, '--input-type=module', '-e', build], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { name, main: told.trim().split('\n').at(-1) ?? '', tool: [...flags, 'scripts/run.mjs'], cwd }
}
/** A copy of today's build that says that it is the next release. */
function raise(built: string): Release {
  const [major = 0, minor = 0] = release.split('.').map(Number)
  const name = `${major}.${minor + 1}.0`
  const to = `${built}-${name}`
  rmSync(to, { recursive: true, force: true })
  cpSync(built, to, { recursive: true })
  const said = `name: "${release}"`
  const [file, ...others] = globSync(`${to}/**/*.{js,mjs}`).filter((each) => readFileSync(each, 'utf8').includes(said))
  if (file === undefined || others.length > 0) throw new Error(`Not one file of the build says ${said}`)
  writeFileSync(file, readFileSync(file, 'utf8').replace(said, `name: "${name}"`))
  return { name, main: join(to, 'main.mjs'), tool: [...flags, join(to, 'kontor.mjs')], cwd: process.cwd() }
}

/** The release before this one, this one, and one that comes after it. */
export async function openReleases(folder: string) {
  if (!isFresh()) await buildClient()
  const main = await buildVenue()
  const today: Release = { name: release, main, tool: [...flags, 'scripts/run.mjs'], cwd: process.cwd() }
  return { before: buildBefore(folder), today, later: raise(dirname(main)) }
}
