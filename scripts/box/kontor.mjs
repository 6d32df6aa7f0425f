#!/usr/bin/env node
// Runs on any Node: starts the box, in the Node that came along where this one is too old.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isOlder = major < 22 || (major === 22 && minor < 18)
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))
if (!isOlder && process.argv[2] !== 'node') {
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
  const packaged = () => createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/bin/node`)
  const [word, ...rest] = process.argv.slice(2)
  // `kontor node FILE` runs a program, such as a runner of tests, in the Node that the box runs in.
  const args = word === 'node' ? rest : [pathOf('kontor.mjs'), ...process.argv.slice(2)]
  const tooOld = () => {
    console.error(`The box needs Node 22.18 or later; this is Node ${process.versions.node}.`)
    process.exitCode = 78
  }
  try {
    const node = isOlder ? packaged() : process.execPath
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    // `npx` ends without a word to what it has started.
    const { ppid } = process
    const parent = setInterval(() => process.ppid !== ppid && child.kill('SIGTERM'), 250)
    if (process.env.npm_command !== 'exec') clearInterval(parent)
    child.on('error', tooOld)
    child.on('exit', (code) => {
      clearInterval(parent)
      process.exitCode = code ?? 1
    })
  } catch {
    tooOld()
  }
}
