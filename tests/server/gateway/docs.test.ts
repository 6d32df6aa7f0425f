import { allCalls } from '#contract/endpoints.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { textOf } from '#tests/support/files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: TestGateway
beforeAll(async () => {
  harness = await openGateway()
})
afterAll(() => harness.stop())
const get = async (path: string) => {
  const answer = await fetch(harness.url + path)
  return {
    status: answer.status,
    type: answer.headers.get('Content-Type'),
    policy: answer.headers.get('Content-Security-Policy'),
    text: await answer.text(),
  }
}

test('DOC-2 the page shows every call and channel, without scripts, styles of its own or foreign hosts', async () => {
  const { status, type, policy, text } = await get('docs')
  expect([status, type]).toEqual([200, 'text/html; charset=utf-8'])
  expect(policy).toContain("script-src 'self'")
  expect(
    allCalls.map(({ endpoint }) => urlOf(endpoint)).filter((path) => !text.includes(`<code>${path}</code>`)),
  ).toEqual([])
  for (const channel of ['depth:{market}', 'kline:{market}:{period}', 'u:me', '/ws'])
    expect(text).toContain(`<code>${channel}</code>`)
  expect(text).not.toMatch(/<script|<style|style="| on\w+="|src=|href="(?:https?:)?\/\//)
  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => !text.includes(`id="${id}"`))).toEqual([])
})
test.each([
  ['openapi.json', 'docs/openapi.json', 'application/json; charset=utf-8'],
  ['asyncapi.json', 'docs/asyncapi.json', 'application/json; charset=utf-8'],
  ['docs/api.css', 'docs/api.css', 'text/css; charset=utf-8'],
])('DOC-2 /%s is %s', async (path, file, type) => {
  expect(await get(path)).toMatchObject({ status: 200, type, text: textOf(file) })
})
