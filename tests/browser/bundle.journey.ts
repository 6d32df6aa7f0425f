import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startApp } from '#tests/support/app.ts'
import { expect, test } from '@playwright/test'

/** Identifiers of tests, the server or development; split, so that this file does not contain them itself. */
const foreign = ['sourceMapping|URL', 'KONTOR_|FAULTS', 'before|Commit', 'vite|st', 'fast-|check', 'mock-|socket', 'node:|sqlite', 'demo|_secret', 'argon|2', 'create|Venue', '@vite/|client', 'react-|refresh']

test('AT62 the build has no source maps, server code or test hooks, and other paths return not found', async () => {
  await using app = await startApp()
  const names = await readdir('dist', { recursive: true })
  const texts = names.filter((name) => /\.(?:js|css|html|json|svg)$/.test(name))
  expect(texts.length).toBeGreaterThan(10)
  expect(names.filter((name) => /\.(?:map|ts|tsx|env|test\.\w+)$/.test(name))).toEqual([])
  const found: string[] = []
  for (const name of texts) {
    const text = await readFile(join('dist', name), 'utf8')
    found.push(...foreign.map((word) => word.replace('|', '')).filter((word) => text.includes(word)).map((word) => `${name}: ${word}`))
  }
  expect(found).toEqual([])
  const script = texts.find((name) => name.startsWith('assets/') && name.endsWith('.js')) ?? ''
  const asked = [`${script}.map`, 'package.json', '.env', '.vite/manifest.json', 'assets/', '../package.json', '%2e%2e/package.json', 'assets/..%2f..%2fpackage.json', 'src/main.tsx', '@vite/client', 'data/kontor.db', 'server/main.ts']
  const told = await Promise.all(asked.map(async (path) => [path, (await fetch(new URL(path, app.url))).status]))
  expect(told.filter(([, status]) => status === 200)).toEqual([])
  const page = await fetch(app.url)
  expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'")
  expect(await page.text()).not.toMatch(/<script(?![^>]*\bsrc=| type="application\/json")[^>]*>\s*\S/)
})
