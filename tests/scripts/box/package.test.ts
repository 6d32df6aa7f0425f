import { bundle } from '#scripts/venue-build.ts'
import { textOf } from '#tests/support/files.ts'
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'box-'))
const bin = join(home, 'package/bin/kontor.mjs')
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Ended = { readonly status: number | null; readonly out: string; readonly err: string }
/** Runs a program to its end. */
const run = (cwd: string, [command = '', ...args]: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  new Promise<Ended>((done) => {
    const { PATH = '', HOME = '', TMPDIR = '' } = process.env
    const child = spawn(command, args, { cwd, env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...env } })
    let [out, err] = ['', '']
    child.stdout.on('data', (some: Buffer) => (out += some.toString()))
    child.stderr.on('data', (some: Buffer) => (err += some.toString()))
    child.on('error', (thrown) => done({ status: null, out, err: thrown.message }))
    child.on('close', (status) => done({ status, out, err }))
  })
const node = [process.execPath, '--disable-warning=ExperimentalWarning']
beforeAll(async () => {
  const packed = await run('.', [...node, 'scripts/run.mjs', 'pack-box', '--to', home, '--headless'])
  if (packed.status !== 0) throw new Error(packed.err)
  // In place of an installation, which needs the registry.
  symlinkSync(resolve('node_modules'), join(home, 'node_modules'))
}, 120_000)

/** A folder of somebody who has installed the package. */
const folderWith = (example: string) => {
  const folder = mkdtempSync(join(home, 'user-'))
  cpSync(join('examples', example), folder, { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(home, 'package'), join(folder, 'node_modules/kontor'))
  symlinkSync(resolve('node_modules/vitest'), join(folder, 'node_modules/vitest'))
  return folder
}
const replay = (folder: string, file: string) => run(folder, [...node, bin, 'replay', file])

test('BOX-32 the example of vitest passes, and a test that fails tells the command that comes to the same ten times', async () => {
  const folder = folderWith('vitest')
  const vitest = [...node, resolve('node_modules/vitest/vitest.mjs'), 'run']
  expect(await run(folder, vitest)).toMatchObject({ status: 0, out: expect.stringMatching(/3 passed/) })
  const example = readFileSync(join(folder, 'order.test.mjs'), 'utf8')
  writeFileSync(join(folder, 'order.test.mjs'), example.replace('toHaveLength(1)', 'toHaveLength(2)'))
  const { status, out } = await run(folder, vitest)
  const [, file = ''] = /^replay: npx kontor replay (\S+)$/m.exec(out) ?? []
  expect([status, readdirSync(join(folder, '.kontor'))]).toEqual([1, [file.replace('.kontor/', '')]])
  const hashes = new Set<string>()
  for (let n = 0; n < 10; n += 1) {
    const again = await replay(folder, file)
    expect(again).toMatchObject({ status: 0, err: '' })
    hashes.add(again.out)
  }
  expect(hashes.size).toBe(1)
}, 240_000)

test('BOX-33 the module for Python checks itself, and the example of pytest passes and leaves a record, where there is Python', async () => {
  const python = {
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: resolve('clients/python'),
    KONTOR_COMMAND: [...node, bin].join(' '),
  }
  const ask = (...args: readonly string[]) => run('.', ['python3', ...args])
  const [hasPython, hasPytest] = [(await ask('-c', '')).status === 0, (await ask('-c', 'import pytest')).status === 0]
  const passes = { status: 0 }
  const checked = hasPython
    ? await run('clients/python', ['python3', '-m', 'unittest', 'discover', '-s', 'tests'], python)
    : passes
  expect(checked).toMatchObject(passes)
  const folder = folderWith('pytest')
  const pytest = ['python3', '-m', 'pytest', '-q', '-p', 'kontor_box.plugin', '-p', 'no:cacheprovider']
  expect(hasPytest ? await run(folder, pytest, python) : passes).toMatchObject(passes)
  const example = readFileSync(join(folder, 'test_order.py'), 'utf8')
  writeFileSync(join(folder, 'test_order.py'), example.replace('== 1', '== 2'))
  const failed = hasPytest ? await run(folder, pytest, python) : { status: 1, out: '' }
  const [, file = ''] = /^replay: npx kontor replay (\S+)$/m.exec(failed.out) ?? []
  expect([failed.status, existsSync(join(folder, file))]).toEqual([1, true])
  expect(file === '' ? passes : await replay(folder, file)).toMatchObject(passes)
}, 240_000)

type Action = {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>
  readonly runs: {
    readonly steps: readonly { run?: string; if?: string; env?: Record<string, string>; uses?: string }[]
  }
}
type Workflow = {
  readonly jobs: { readonly box: { readonly steps: readonly { uses: string; with?: Record<string, string> }[] } }
}
const readYaml = <T>(file: string): T => JSON.parse(JSON.stringify(load(textOf(file))))

test('BOX-34 the action runs a bot beside a box and, if it fails, keeps its record and tells the command; the example knows its inputs', async () => {
  const { inputs, runs } = readYaml<Action>('.github/actions/box/action.yml')
  const example = readYaml<Workflow>('examples/github/box.yml').jobs.box.steps.find(({ uses }) =>
    uses.includes('actions/box@'),
  )
  expect(Object.keys(example?.with ?? {}).filter((name) => !(name in inputs))).toEqual([])
  expect(Object.entries(inputs).flatMap(([name, { required }]) => (required ? [name] : []))).toEqual(['run'])
  const folder = mkdtempSync(join(home, 'action-'))
  // The package as it would be installed from the registry.
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\nshift 2\nexec ${[...node, bin].join(' ')} "$@"\n`, { mode: 0o755 })
  const given: Readonly<Record<string, string>> = { seed: '7', fault: 'wifi', flags: '--markets BTC-USDT' }
  const steps = (command: string) => {
    const values = { ...given, run: command }
    const valueOf = (name: string) =>
      Object.entries(values).find(([each]) => each === name)?.[1] ?? inputs[name]?.default ?? ''
    const shown = (text: string) => text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => valueOf(name))
    return runs.steps.map(({ run: script, if: when, env = {} }) => ({
      when,
      go: () =>
        run(folder, ['bash', '-e', '-o', 'pipefail', '-c', script ?? 'true'], {
          PATH: `${folder}${delimiter}${process.env['PATH']}`,
          ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, shown(text)])),
        }),
    }))
  }
  const bot = `${node.join(' ')} ${resolve('examples/bot.mjs')} BTC-USDT`
  const [good] = steps(bot)
  expect(await good?.go()).toMatchObject({ status: 0, out: expect.stringContaining('"status":"cancelled"') })
  const [bad, ...kept] = steps(`${bot} && exit 3`)
  expect(await bad?.go()).toMatchObject({ status: 3 })
  expect(kept.map(({ when }) => when)).toEqual(['failure()', 'failure()'])
  const told = await kept.at(-1)?.go()
  expect(told?.out).toContain('replay: npx kontor@latest replay run.jsonl')
  expect(await replay(folder, 'run.jsonl')).toMatchObject({ status: 0 })
}, 120_000)

test('BOX-35 what the container runs starts, for others than this machine with keys of its own, and ends when it is told to', async () => {
  const text = textOf('scripts/box/Dockerfile')
  const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(text) ?? []
  const [, program = '', ...flags]: string[] = JSON.parse(entry)
  expect(program).toBe('node_modules/kontor/bin/kontor.mjs')
  const start = () => {
    const free = flags.map((flag) => (/^80\d\d$/.test(flag) ? '0' : flag))
    const child = spawn(process.execPath, [bin, ...free], { env: { PATH: process.env['PATH'] } })
    const ready = new Promise<{ url: string; admin: { url: string }; accounts: { key: string }[] }>((done) => {
      child.stdout.once('data', (line: Buffer) => done(JSON.parse(line.toString())))
    })
    const ended = new Promise<number | null>((done) => child.once('close', done))
    return { child, ready, ended }
  }
  const boxes = [start(), start()]
  const [one, other] = await Promise.all(boxes.map(({ ready }) => ready))
  // Nobody who has read the source knows the key of a box that others may reach.
  expect(one?.accounts[0]?.key).not.toBe(other?.accounts[0]?.key)
  expect((await fetch(`${one?.url}readyz`)).status).toBe(200)
  expect((await fetch(`${one?.admin.url}sandbox/clock`)).status).toBe(401)
  for (const { child } of boxes) child.kill('SIGTERM')
  expect(await Promise.all(boxes.map(({ ended }) => ended))).toEqual([0, 0])
}, 60_000)

test('BOX-37 the first screen of the docs holds: a bot that doubles with this seed leaves a record that comes to the same', async () => {
  const folder = mkdtempSync(join(home, 'first-'))
  cpSync('examples', folder, { recursive: true })
  const shown = /^\$ npx kontor (run .+) -- node (\S+)\n(.+)$/m.exec(textOf('docs/builders.md'))
  const [, flags = '', bot = '', said = ''] = shown ?? []
  const ran = await run(folder, [...node, bin, ...flags.split(' '), '--headless', '--', process.execPath, bot])
  expect(ran).toMatchObject({ status: 1, out: `${said}\n`, err: 'replay: kontor replay run.jsonl\n' })
  expect(await replay(folder, 'run.jsonl')).toMatchObject({ status: 0 })
  const orders = readFileSync(join(folder, 'run.jsonl'), 'utf8').match(/coin\/trade/g)
  expect([said, orders]).toEqual(['wanted 1 order, has 2', ['coin/trade', 'coin/trade']])
}, 60_000)
test('BOX-36 the programs that serve people contain nothing of the box', async () => {
  const sandboxed = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('js'))
      .filter((file) => /sandbox\/|Kontor-Box/.test(readFileSync(join(folder, file), 'utf8')))
  const built = join(home, 'venue')
  const input = { main: 'server/main.ts', start: 'scripts/start.ts', kontor: 'scripts/kontor.ts' }
  await bundle({ input, outDir: built, minify: false })
  expect(sandboxed(built)).toEqual([])
  // The same search finds it where it is.
  expect(sandboxed(join(home, 'package/lib')).length).toBeGreaterThan(0)
}, 120_000)
test('BOX-36 a box writes nothing but the record that was wished', async () => {
  const folder = mkdtempSync(join(home, 'empty-'))
  const flags = ['--headless', '--markets', 'BTC-USDT']
  expect(await run(folder, [...node, bin, 'run', ...flags, '--', 'true'])).toMatchObject({ status: 0 })
  expect(readdirSync(folder)).toEqual([])
}, 60_000)
