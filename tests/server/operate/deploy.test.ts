import { limits } from '#contract/wire/limits.ts'
import { textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

test('OPS-5 the proxy takes every file that the app takes, and knows each variable that it passes on', () => {
  const conf = textOf('deploy/nginx.conf')
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(conf) ?? []
  expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(limits.chatFileBytes)
  const own = new Set([...conf.matchAll(/map \S+ (\$\w+)/g)].map(([, name]) => name))
  const builtIn = ['$http_upgrade', '$host', '$request_uri', '$remote_addr']
  expect(
    [...conf.matchAll(/\$\w+/g)].map(([name]) => name).filter((name) => !own.has(name) && !builtIn.includes(name)),
  ).toEqual([])
})
