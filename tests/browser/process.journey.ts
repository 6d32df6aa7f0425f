import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startApp } from '#tests/support/app.ts'
import { registerAt } from '#tests/support/venue-client.ts'
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

test('IMAGE-2 what the image holds serves alone, from a folder that it does not write to, and takes a picture', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'image-'))
  const [image, data] = [join(folder, 'image'), join(folder, 'data')]
  const made = spawnSync(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    'scripts/run.mjs',
    'image',
    '--to',
    image,
  ])
  expect([made.status, String(made.stderr)]).toEqual([0, ''])
  const filesOf = async () => (await readdir(image, { recursive: true })).toSorted()
  const before = await filesOf()
  expect(before).toContain('sbom.json')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'kontor.mjs'], {
    cwd: image,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      TMPDIR: '/nowhere',
      DATA_DIR: data,
      PORT: '0',
      BIND: '127.0.0.1',
      HOST: '127.0.0.1',
    },
  })
  try {
    const [line] = await once(createInterface(child.stdout), 'line')
    const url = String(line)
    expect(await (await fetch(new URL('readyz', url))).text()).toMatch(/^ready/)
    expect((await fetch(url)).status).toBe(200)
    const { token } = await registerAt(url)
    const form = new FormData()
    form.set('file', new File([await readFile('public/icons/icon-192.png')], 'a.png'))
    const headers = { Authorization: token }
    expect(
      await (await fetch(new URL('api/upload', url), { method: 'POST', headers, body: form })).json(),
    ).toMatchObject({
      type: 'ok',
    })
    expect(await filesOf()).toEqual(before)
  } finally {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
    await rm(folder, { recursive: true })
  }
})
