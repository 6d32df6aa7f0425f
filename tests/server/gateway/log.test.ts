import { allCalls } from '#contract/endpoints.ts'
import { callLog } from '#server/gateway/log.ts'
import { expect, test } from 'vitest'

const callOf = (path: string) => allCalls.find(({ endpoint }) => endpoint.path === path)

test('OPS-6 a refused secret and what is done at the desk are logged, all else for who looks closer, and no text of people', () => {
  const lines: unknown[] = []
  const log = callLog({
    info: (line, text) => void lines.push([text, line]),
    debug: (line, text) => void lines.push([text, line]),
  })
  const caller = { user: 7, session: 's', lang: 'en', device: 'd', address: '192.0.2.1', appVersion: null } as const
  for (const [path, refused] of [
    ['user/login', 'login_wrong'],
    ['desk/decide', null],
    ['coin/list', null],
  ] as const) {
    const call = callOf(path)
    if (call) log({ call, caller, refused, ms: 1.4, id: 'p-1' })
  }
  expect(lines).toEqual([
    [
      'a secret was refused',
      { id: 'p-1', call: 'session.login', user: 7, refused: 'login_wrong', ms: 1, address: '192.0.2.1' },
    ],
    ['done at the desk', { id: 'p-1', call: 'desk.decide', user: 7, ms: 1 }],
    ['call', { id: 'p-1', call: 'spot.list', user: 7, ms: 1 }],
  ])
})
