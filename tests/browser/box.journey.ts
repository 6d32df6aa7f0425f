import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { serveBox } from '#server/box/serve.ts'
import { readFlags } from '#server/box/flags.ts'
import { expect, test } from '@playwright/test'
import { beginWith } from './story.ts'

const run = (cwd: string, args: readonly string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'] },
  })

test('BOX-14 what is published runs a bot in a folder of its own, over a bad network, and its record replays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'box-'))
  try {
    const packed = run('.', ['scripts/run.mjs', 'pack-box', '--to', folder])
    expect([packed.status, packed.stderr.trim()]).toEqual([0, ''])
    // In place of an installation, which needs the registry.
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    const box = (...args: readonly string[]) => run(folder, [join(folder, 'package/bin/kontor.mjs'), ...args])
    const bot = ['--', process.execPath, resolve('examples/bot.mjs')]
    const done = box('run', '--seed', '7', '--fault', 'wifi', '--headless', '--record', 'run.jsonl', ...bot)
    expect([done.status, done.stdout]).toEqual([0, expect.stringContaining('"status":"cancelled"')])
    expect(box('replay', 'run.jsonl')).toMatchObject({ status: 0, stderr: '' })
    expect(box('replay', 'run.jsonl', '--expect', 'f00')).toMatchObject({ status: 65 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('BOX-15 the app of a box is there, with an account to log in with', async ({ page }) => {
  const flags = readFlags(['--seed', '7', '--markets', 'BTC-USDT,ETH-USDT'])
  const box = await serveBox(flags.plan, { ...flags, app: resolve('dist') })
  try {
    const [account] = box.accounts
    await beginWith(page, null)
    await page.goto(`${box.url}#${sessionPaths.login}`)
    await page.getByRole('tab', { name: 'Email' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(account?.mail ?? '')
    await page.getByLabel('Password', { exact: true }).fill(account?.password ?? '')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(/pages\/index\/index/)
  } finally {
    await box.stop()
  }
})
