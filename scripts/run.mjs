// Entry of every script, in syntax that any version of Node can run: checks the version, then runs the script.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isSupported = major > 22 || (major === 22 && minor >= 18)
const [script = '', ...rest] = process.argv.slice(2)
const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))

if (!existsSync(pathOf(`${script}.ts`))) {
  console.error(`There is no script "${script}". The scripts are those of package.json.`)
  process.exit(1)
} else if (isSupported) {
  await import(script === 'start' && isBuiltLater() ? pathOf('../dist-venue/start.mjs') : `./${script}.ts`)
} else if (process.env.KONTOR_RUNTIME === undefined && isProgram(pinned())) {
  // Called by an older Node of the machine although the pinned one is installed: run that instead.
  handOver(['--disable-warning=ExperimentalWarning', pathOf('run.mjs'), script, ...rest], {
    ...process.env,
    KONTOR_RUNTIME: 'pinned',
  })
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
  // The shell between npm and this process does not pass signals on: it just ends, and this process gets another
  // parent.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref()
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

/**
 * True if the built `start` is newer than its sources. The built one is preferred, because stripping types takes memory
 * for as long as the server runs.
 */
function isBuiltLater() {
  const built = pathOf('../dist-venue/start.mjs')
  const writtenAt = ['start', 'launch', 'stamp', 'venue'].map((name) => statSync(pathOf(`${name}.ts`)).mtimeMs)
  return existsSync(built) && statSync(built).mtimeMs > Math.max(...writtenAt)
}

function pinned() {
  return pathOf(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`)
}

function isProgram(path) {
  return existsSync(path) && statSync(path).size > 1_000_000
}
