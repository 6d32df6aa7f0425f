import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/**
 * Runs steps of `npm test` in an empty folder, with programs that only end with the given code; `vitest` writes a
 * report as well.
 */
async function runSteps(steps: readonly string[], codes: { tsc: number; oxlint: number; vitest: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'steps-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const [name, code] of Object.entries(codes)) {
    const report =
      name === 'vitest'
        ? `echo '{"numPassedTests":7,"numFailedTests":${code === 0 ? 0 : 2}}' > test-results/unit.json\n`
        : ''
    writeFileSync(join(bin, name), `#!/bin/sh\n${report}exit ${code}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const child = spawn(process.execPath, [resolve('scripts/run.mjs'), 'test', ...steps], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
  })
  let said = ''
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  await once(child, 'close')
  return { code: child.exitCode, last: said.trim().split('\n').slice(-2) }
}

test('START-10 a red step does not hide the ones after it: all run, and the sum says what failed', async () => {
  expect(await runSteps(['types', 'lint', 'unit'], { tsc: 1, oxlint: 0, vitest: 1 })).toEqual({
    code: 1,
    last: ['types FAILED, lint ok, unit FAILED', '7 passed, 3 failed'],
  })
})
test('START-10 green steps end with zero', async () => {
  expect(await runSteps(['types', 'unit'], { tsc: 0, oxlint: 1, vitest: 0 })).toEqual({
    code: 0,
    last: ['types ok, unit ok', '7 passed, 0 failed'],
  })
})
