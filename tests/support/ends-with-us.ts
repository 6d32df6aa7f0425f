import { spawn } from 'node:child_process'

const watch = `
  const { rmSync } = require('node:fs')
  const [pid, folder] = process.argv.slice(1)
  process.stdin.on('end', () => {
    try { process.kill(-Number(pid), 'SIGKILL') } catch {}
    if (folder) rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  }).resume()`
/**
 * Ends a process with its group when this one is gone, however it went: a worker of the tests is not asked before it is
 * ended. The returned function calls that off.
 */
export function endsWithUs(pid: number | undefined, folder = ''): () => void {
  const guard = spawn(process.execPath, ['-e', watch, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  if (guard.stdin && 'unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref()
  return () => void guard.kill('SIGKILL')
}
