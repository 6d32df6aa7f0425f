import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { createInterface } from 'node:readline'

type Asked = {
  /** A change of a source below these starts the program anew. */
  readonly folders: readonly string[]
  /** Program and arguments; its first line is the address it stands at. */
  readonly command: readonly string[]
  readonly say: (line: string) => void
}
/** An editor writes a file in several steps, and a branch is changed file by file. */
const settleMs = 150

/**
 * Runs the venue and starts it anew when its sources change; it stays at its port. One that fails after it stood waits
 * for the next change; one that never stood ends the supervision with its exit code.
 */
export function superviseVenue({ folders, command, say }: Asked) {
  const [program = '', ...args] = command
  const ended = Promise.withResolvers<number>()
  let child: ChildProcess | null = null
  let port = process.env['PORT']
  let hasStood = false
  let isStopping = false
  let isStale = false

  const start = () => {
    isStale = false
    const env = {
      ...process.env,
      KONTOR_RUNTIME: process.env['KONTOR_RUNTIME'] ?? 'supervised',
      ...(port !== undefined && { PORT: port }),
    }
    const started = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
    child = started
    createInterface(started.stdout).on('line', (line) => {
      if (URL.canParse(line)) {
        port = new URL(line).port
        say(hasStood ? `restarted: ${line}` : line)
        hasStood = true
      } else say(line)
    })
    started.on('error', (thrown) => say(thrown.message))
    started.on('close', (code) => {
      child = null
      if (isStopping || !hasStood) finish(isStopping ? 0 : (code ?? 1))
      else if (isStale) start()
      else say('The venue has ended. It starts again when a source changes.')
    })
  }
  const restart = () => {
    isStale = true
    if (child) child.kill('SIGTERM')
    else start()
  }
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, name) => {
      if (!/\.(?:ts|json)$/.test(name ?? '')) return
      clearTimeout(timer)
      timer = setTimeout(restart, settleMs)
    }),
  )
  const finish = (code: number) => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
    ended.resolve(code)
  }
  start()
  return {
    stop: () => {
      isStopping = true
      if (child) child.kill('SIGTERM')
      else finish(0)
    },
    /** Resolves with the exit code when nothing runs any more. */
    ended: ended.promise,
  }
}
