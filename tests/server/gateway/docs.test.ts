import { allCalls } from '#contract/endpoints.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { docFiles, writeDocs } from '#scripts/docs/files.ts'
import { wireDocs } from '#scripts/wire/wire-docs.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: TestGateway
const folder = mkdtempSync(join(tmpdir(), 'docs-'))
const made = await docFiles()
beforeAll(async () => {
  await writeDocs(folder, Promise.resolve(made))
  harness = await openGateway({ docs: folder })
})
afterAll(async () => {
  await harness.stop()
  rmSync(folder, { recursive: true })
})
const get = async (path: string) => {
  const answer = await fetch(harness.url + path)
  return {
    status: answer.status,
    type: answer.headers.get('Content-Type'),
    policy: answer.headers.get('Content-Security-Policy'),
    text: await answer.text(),
  }
}

test('DOC-2 the page shows every call and channel, with one script, for the search, and no foreign hosts', async () => {
  const { status, type, policy, text } = await get('docs')
  expect([status, type]).toEqual([200, 'text/html; charset=utf-8'])
  expect(policy).toContain("script-src 'self'")
  expect(
    allCalls.map(({ endpoint }) => urlOf(endpoint)).filter((path) => !text.includes(`<code>${path}</code>`)),
  ).toEqual([])
  for (const channel of ['depth:{market}', 'kline:{market}:{period}', 'u:me', '/ws'])
    expect(text).toContain(`<code>${channel}</code>`)
  expect(text.match(/<script[^>]*>|src="[^"]*"/g)).toEqual(['<script type="module" src="docs.js">'])
  expect(text).not.toMatch(/<style|style="| on\w+="|href="(?:https?:)?\/\//)
  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => !text.includes(`id="${id}"`))).toEqual([])
})
test.each([
  ['openapi.json', 'openapi.json', 'application/json'],
  ['asyncapi.json', 'asyncapi.json', 'application/json'],
  ['openapi.bots.json', 'openapi.bots.json', 'application/json'],
  ['errors.json', 'errors.json', 'application/json'],
  ['errors', 'errors.html', 'text/html; charset=utf-8'],
  ['llms.txt', 'llms.txt', 'text/plain; charset=utf-8'],
  ['docs/openapi.json', 'openapi.json', 'application/json'],
  ['docs/docs.css', 'docs.css', 'text/css; charset=utf-8'],
  ['docs/docs.js', 'docs.js', 'text/javascript; charset=utf-8'],
  ['docs/machines.md', 'machines.md', 'text/markdown; charset=utf-8'],
  ['docs/machines/kyc.svg', 'machines/kyc.svg', 'image/svg+xml; charset=utf-8'],
])('DOC-2 /%s is the %s that the build has made', async (path, file, type) => {
  expect(await get(path)).toMatchObject({ status: 200, type, text: made[file] })
})
test('DOC-2 the same contract makes the same documents', () => {
  expect(made).toMatchObject(wireDocs())
})
