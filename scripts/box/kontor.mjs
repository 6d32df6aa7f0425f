#!/usr/bin/env node
// Runs on any Node: starts the box, in the Node that came along where this one is too old.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))
if (major > 22 || (major === 22 && minor >= 18)) {
  // The database of Node is said to be experimental at each start: that is no news to who tests a bot.
  const [print] = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => warning.name === 'ExperimentalWarning' || print?.(warning))
  const [word = ''] = process.argv.slice(2)
  const isBox = word === '' || word.startsWith('-') || word === 'run' || word === 'replay' || word === 'help'
  const { main } = await import(isBox ? '../lib/box.mjs' : '../lib/cli.mjs')
  const app = pathOf('../app')
  const io = { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) }
  // What there is to ask a venue is told after what starts one.
  if (word === 'help' || word === '--help') process.stdout.write(`${(await import('../lib/cli.mjs')).cliUsage}\n`)
  process.exitCode = await main(process.argv.slice(2), process.env, { app: existsSync(app) ? app : null }, io)
} else {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const node = () => createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/bin/node`)
  try {
    const args = ['--disable-warning=ExperimentalWarning', pathOf('kontor.mjs'), ...process.argv.slice(2)]
    // Signals reach the child too: a terminal sends them to both.
    const { status } = spawnSync(node(), args, { stdio: 'inherit' })
    process.exitCode = status ?? 1
  } catch {
    console.error(`The box needs Node 22.18 or later; this is Node ${process.versions.node}.`)
    process.exitCode = 78
  }
}
