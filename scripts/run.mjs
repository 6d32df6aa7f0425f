// The first step of every script, in words that any Node reads: is this the runtime the house is written for?
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isRight = major > 22 || (major === 22 && minor >= 18)
const [word = '', ...rest] = process.argv.slice(2)
const at = (path) => fileURLToPath(new URL(path, import.meta.url))

if (!existsSync(at(`${word}.ts`))) {
  console.error(`There is no script "${word}". The scripts are those of package.json.`)
  process.exit(1)
} else if (isRight) {
  await import(word === 'start' && isBuiltLater() ? at('../dist-venue/start.mjs') : `./${word}.ts`)
} else if (process.env.KONTOR_RUNTIME === undefined && isProgram(pinned())) {
  // Called by a machine's own, older Node while the pinned one lies at hand: hand over.
  handOver(['--disable-warning=ExperimentalWarning', at('run.mjs'), word, ...rest], { ...process.env, KONTOR_RUNTIME: 'pinned' })
} else {
  console.error(
    [
      `Kontor needs Node 22.18 or later; this is Node ${process.versions.node}.`,
      'It comes along as the npm package "node", whose install script has not run here.',
      'Allow it and run it:',
      '    npm install-scripts approve node    (npm 11 and later)',
      '    npm rebuild node',
      'or install Node 22 yourself, and try again.',
    ].join('\n'),
  )
  process.exit(1)
}

/** Runs the same in the pinned Node: signals are passed on to it, and this process ends as that one ended. */
function handOver(args, env) {
  const child = spawn(pinned(), args, { stdio: 'inherit', env })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  // The shell between npm and this process does not pass signals on: it just ends, and this process gets another parent.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== undefined) setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref()
  child.on('error', (thrown) => {
    console.error(thrown.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const each of signals) process.removeAllListeners(each)
    process.kill(process.pid, signal)
  })
}

/** The start is read as it was built, unless it was written anew since: taking types away costs memory for as long as it runs. */
function isBuiltLater() {
  const built = at('../dist-venue/start.mjs')
  const writtenAt = ['start', 'launch', 'stamp', 'venue'].map((name) => statSync(at(`${name}.ts`)).mtimeMs)
  return existsSync(built) && statSync(built).mtimeMs > Math.max(...writtenAt)
}

function pinned() {
  return at(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`)
}

function isProgram(path) {
  return existsSync(path) && statSync(path).size > 1_000_000
}
