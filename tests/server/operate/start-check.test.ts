import { main } from '#server/main.ts'
import { missingIn, warningsFor } from '#server/operate/start-check.ts'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const complete = {
  NODE_ENV: 'production',
  ORIGINS: 'https://kontor.example',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'Kontor <no-reply@kontor.example>',
  PRICE_FEEDS: 'one,two',
  DESK_ACCOUNTS: 'ops@kontor.example',
}
test('START-9 production starts only when it can serve: each thing that is missing is told in one sentence, and nothing is opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const thrown: unknown = await main({
    NODE_ENV: 'production',
    DEMO: '1',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    PORT: '0',
  }).catch((failed: unknown) => failed)
  expect(
    String(thrown)
      .split('\n')
      .map((line) => line.replace('Error: ', '').split(/[ :=]/)[0]),
  ).toEqual(['DEMO', 'ORIGINS', 'SMTP_URL', 'MAIL_FROM', 'PRICE_FEEDS', 'DESK_ACCOUNTS'])
  expect(readdirSync(folder)).toEqual([])
})
test.each(['ORIGINS', 'SMTP_URL', 'MAIL_FROM', 'PRICE_FEEDS', 'DESK_ACCOUNTS'] as const)(
  'START-9 without %s alone one sentence names it',
  (name) => {
    const told = missingIn(Object.fromEntries(Object.entries(complete).filter(([known]) => known !== name)))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain(`${name} `)
  },
)
test('START-9 a complete environment lacks nothing, one price source is too few, and outside of production nothing is needed', () => {
  expect(missingIn(complete)).toEqual([])
  expect(missingIn({ ...complete, PRICE_FEEDS: 'one, ' })).toHaveLength(1)
  expect(missingIn({ DEMO: '1' })).toEqual([])
  expect(warningsFor(complete).map((line) => line.split(' ')[0])).toEqual(['SMS_WEBHOOK', 'METRICS_TOKEN'])
})
test('START-14 KONTOR_FAULTS kills a demo and nothing else', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  for (const [DEMO, kills] of [
    ['0', 0],
    ['1', 1],
  ] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'check-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { stop } = await main({
      NODE_ENV: 'test',
      DEMO,
      KONTOR_FAULTS: 'duringStart:1',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      PORT: '0',
      BIND: '127.0.0.1',
    })
    await stop()
    expect(kill.mock.calls.filter(([, signal]) => signal === 'SIGKILL')).toHaveLength(kills)
  }
  for (const env of [{ NODE_ENV: 'production' }, { DEMO: '0' }])
    expect(warningsFor({ ...env, KONTOR_FAULTS: 'x' }).join()).toContain('KONTOR_FAULTS')
})
