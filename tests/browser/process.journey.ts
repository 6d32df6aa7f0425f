import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startApp } from '#tests/support/app.ts'
import { expect, test } from '@playwright/test'

/** Starts a second process and waits for its exit. */
const giveUp = async (env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/run.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', ...env },
  })
  let [told, complained] = ['', '']
  child.stdout.on('data', (piece) => (told += String(piece)))
  child.stderr.on('data', (piece) => (complained += String(piece)))
  const [code] = await once(child, 'close')
  return { code, told, complained }
}

test('START-1 one line with the URL is printed, and the server responds there', async () => {
  await using app = await startApp()
  expect(app.output().split('\n')).toEqual([app.url])
  expect((await fetch(new URL('healthz', app.url))).status).toBe(200)
  expect((await fetch(new URL('readyz', app.url))).status).toBe(200)
  expect(await (await fetch(app.url)).text()).toBe(await readFile('dist/index.html', 'utf8'))
})

test('START-2 a second process on the same data folder exits, and the first continues', async () => {
  await using app = await startApp()
  const second = await giveUp({ DATA_DIR: app.dataDir, PORT: '0' })
  expect(second.code).toBe(1)
  expect(second.told).toBe('')
  expect(second.complained.trim().split('\n')).toHaveLength(1)
  expect((await fetch(new URL('readyz', app.url))).status).toBe(200)
})

test('START-3 a port in use is reported in one sentence', async () => {
  await using app = await startApp()
  const { port } = new URL(app.url)
  const second = await giveUp({ DATA_DIR: join(app.dataDir, 'other'), PORT: port })
  expect(second).toMatchObject({ code: 1, told: '' })
  expect(second.complained).toContain(`Port ${port} is taken`)
})

test('START-4 after a kill or a stop it restarts on the same folder and port', async () => {
  await using app = await startApp()
  await app.kill()
  await app.start()
  expect((await fetch(new URL('readyz', app.url))).status).toBe(200)
  await app.stop()
  await app.start()
  expect((await fetch(new URL('readyz', app.url))).status).toBe(200)
})
