import { refuseReadOnly } from '#scripts/launch.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

/** Loaded before anything else: the process then takes itself for an older Node. */
const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`

/** Runs the program of these tests by `run.mjs`, as a machine with an older Node would. */
async function standBy(way = 'stop', isShell = false) {
  const folder = mkdtempSync(join(tmpdir(), 'run-'))
  const preload = join(folder, 'older.cjs')
  writeFileSync(preload, older)
  const command = [process.execPath, '--require', preload, 'scripts/run.mjs', '../tests/scripts/standing', way]
  // As npm does it; the second command keeps the shell from becoming the first.
  const [program = '', ...args] = isShell
    ? ['sh', '-c', `${command.map((word) => `'${word}'`).join(' ')}; true`]
    : command
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'start' },
  })
  const said: string[] = []
  const ended = once(child, 'exit')
  const closed = once(child.stdout, 'close')
  const first = Promise.withResolvers<string>()
  createInterface(child.stdout).on('line', (line) => {
    said.push(line)
    first.resolve(line)
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  const url = await Promise.race([
    first.promise,
    ended.then(() => Promise.reject(new Error('it ended before it stood'))),
  ])
  return { child, url, said, ended, closed }
}
const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'START-5 %s reaches the program that stands in the pinned Node: it stops in order and leaves its port',
  async (signal) => {
    const { child, url, said, ended } = await standBy()
    expect(await answers(url)).toBe(true)
    child.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(said).toEqual([url, 'stopped'])
    expect(await answers(url)).toBe(false)
  },
)
test('START-5 a signal that comes twice at once is one: the stop is not cut short', async () => {
  const { child, said, ended } = await standBy()
  child.kill('SIGINT')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said.at(-1)).toBe('stopped')
})
test('START-5 the exit code and the signal that ended the program are passed on', async () => {
  const left = await standBy()
  await answers(`${left.url}leave`)
  expect(await left.ended).toEqual([7, null])
  const crashed = await standBy()
  await answers(`${crashed.url}crash`)
  expect(await crashed.ended).toEqual([null, 'SIGKILL'])
})
test('START-5 a stop that hangs is ended by a second, later signal', { timeout: 20_000 }, async () => {
  const { child, url, ended } = await standBy('hang')
  const timer = setInterval(() => child.kill('SIGTERM'), 300)
  expect(await ended).toEqual([143, null])
  clearInterval(timer)
  expect(await answers(url)).toBe(false)
})
test('START-5 the shell between npm and the start ends without passing its signal on: the program stops all the same', async () => {
  const { child, url, said, closed } = await standBy('stop', true)
  child.kill('SIGTERM')
  await closed
  expect(said).toEqual([url, 'stopped'])
  expect(await answers(url)).toBe(false)
})
test('START-7 a folder that cannot be built in is told in one sentence, before anything is built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(() => refuseReadOnly(folder)).not.toThrow()
  expect(() => refuseReadOnly(join(folder, 'none'))).toThrow(/^The app is not built, and \S+ cannot be written to\./)
})
test('START-8 a word that no script knows, and a script nobody wrote, are named', async () => {
  const complaintOf = async (...words: readonly string[]) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/run.mjs', ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let complained = ''
    child.stderr.on('data', (piece) => (complained += String(piece)))
    const [code]: unknown[] = await once(child, 'close')
    return { code, complained }
  }
  const unknown =
    'Unknown option: --port 80. Settings are environment variables, like PORT=8080; the README lists them.\n'
  expect(await complaintOf('start', '--port', '80')).toEqual({ code: 1, complained: unknown })
  expect(await complaintOf('dev', '--port', '80')).toEqual({ code: 1, complained: unknown })
  expect(await complaintOf('strat')).toEqual({
    code: 1,
    complained: 'There is no script "strat". The scripts are those of package.json.\n',
  })
})
