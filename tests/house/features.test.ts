import { allCalls, channels, specs } from '#contract/endpoints.ts'
import { secretsOf } from '#contract/wire/secret.ts'
import { features } from '#server/features.ts'
import { defaultSettings } from '#server/settings.ts'
import { shapesOf } from '#server/core/tables.ts'
import { codeOf, files, filesIn, importsOf, textOf } from '#tests/support/files.ts'
import { featureAt, featureFolders } from '#tests/support/features.ts'
import { existsSync } from 'node:fs'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'

const names: readonly string[] = Object.keys(specs)
/** `contract/lever/lever-risk.ts` is a part of `lever`, unless a feature has the whole name. */
const ownerOf = (part: string) =>
  names.filter((name) => part === name || part.startsWith(`${name}-`)).toSorted((a, b) => b.length - a.length)[0]
/** What belongs to no one feature: the lists of them, and what a result is, for all of them. */
const ofAll = ['endpoints', 'events', 'pnl']

test('HOUSE-9 every file of the contract belongs to a feature, and every feature has its folder on the server', () => {
  const parts = files
    .flatMap((file) => /^contract\/(?!wire\/)(?:[^/]+\/)?([^/]+)\.ts$/.exec(file)?.[1] ?? [])
    .filter((part) => !ofAll.includes(part))
  expect(parts.filter((part) => ownerOf(part) === undefined)).toEqual([])
  expect(names.filter((name) => !parts.includes(name))).toEqual([])
  expect([...featureFolders.keys()].toSorted()).toEqual(names.toSorted())
  const homeless = filesIn('server/features', /\.ts$/).filter((file) => featureAt(file) === undefined)
  expect(homeless).toEqual([])
  expect(Object.entries(features).filter(([name, feature]) => feature.name !== name)).toEqual([])
})

/** What only a feature may name: its tables, kinds of deadlines, prefixes of holds, channels and settings. */
const wordsOfFeatures = () => {
  const all = Object.values(features)
  const tables = shapesOf((open) => Object.assign({}, ...all.map((feature) => feature.tables(open)))).map(
    ({ name }) => name,
  )
  const settings = all.flatMap((feature) => Object.keys(feature.settings(true)))
  const deadlines = all.flatMap((feature) => feature.deadlines.map(({ kind }) => kind))
  const holds = filesIn('server/features', /\.ts$/).flatMap((file) =>
    [...codeOf(file).matchAll(/=> `([a-zA-Z]+):\$\{/g)].map(([, prefix = '']) => `${prefix}:`),
  )
  return {
    tables,
    settings,
    deadlines,
    holds: [...new Set(holds)],
    channels: Object.keys(channels).map((family) => `${family}:`),
  }
}
/** Core and identity have a few words of their own that are spelled like a feature's. */
const shared = new Set(Object.keys(defaultSettings(true).identity))

test('HOUSE-11 core, identity, store and gateway name no table, deadline, hold, channel or setting of a feature', () => {
  const words = wordsOfFeatures()
  for (const found of Object.values(words)) expect(found.length).toBeGreaterThan(0)
  const strays = ['core', 'identity', 'store', 'gateway'].flatMap((tier) =>
    filesIn(`server/${tier}`, /\.ts$/).flatMap((file) => {
      const code = codeOf(file)
      const quoted = [...words.tables, ...words.deadlines].filter((word) => code.includes(`'${word}'`))
      const begun = [...words.holds, ...words.channels].filter((word) => new RegExp(`['\`]${word}`).test(code))
      const read = words.settings.filter((word) => !shared.has(word) && new RegExp(`settings\\.${word}\\b`).test(code))
      return [...quoted, ...begun, ...read].map((word) => `${file} names ${word}`)
    }),
  )
  expect(strays).toEqual([])
})

test('HOUSE-12 every deadline, channel source, audit and seed of a feature is bound in its feature.ts; a deadline may be bound by a feature that uses it', () => {
  const unbound = names.flatMap((name) => {
    const folder = featureFolders.get(name) ?? ''
    const imported = importsOf(`${folder}/feature.ts`)
    const parts = ['deadlines', 'channels', 'audit', 'seed']
      .map((part) => `${folder}/${part}.ts`)
      .filter((file) => existsSync(file) && !imported.includes(file))
    const mine = Object.values(features).filter(
      (feature) => feature.name === name || feature.uses.some((each) => each === name),
    )
    const bound = new Set(mine.flatMap((feature) => feature.deadlines.map(({ kind }) => kind)))
    const kinds = filesIn(folder, /\.ts$/)
      .filter((file) => featureAt(file) === name)
      .flatMap((file) => [...codeOf(file).matchAll(/= deadline\('(\w+)'\)/g)].map(([, kind = '']) => kind))
    return [...parts, ...kinds.filter((kind) => !bound.has(kind)).map((kind) => `${name}: ${kind}`)]
  })
  expect(unbound).toEqual([])
  const kinds = Object.values(features).flatMap((feature) => feature.deadlines.map(({ kind }) => kind))
  expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([])
})

/** Codes that are public by their nature: of an invitation, a power, a version, a region, a bank, a post office. */
const open = new Set([
  'extension_code',
  'extensionCode',
  'powerCode',
  'invite_code',
  'version_code',
  'country_code',
  'area_code',
  'areacode',
  'area_code_id',
  'swift_code',
  'postal_code',
  'alipay_qr_code',
  'wechat_qr_code',
])
test('HOUSE-15 a field named like a password, a code, a pin or a secret is marked as secret', () => {
  const unmarked = allCalls.flatMap(({ feature, name, endpoint }) => {
    const secrets = secretsOf(endpoint)
    const fields = Object.keys(z.toJSONSchema(endpoint.input, { unrepresentable: 'any', io: 'input' }).properties ?? {})
    return fields
      .filter((field) => /pass|pwd|pin$|code|secret|otp|2fa/i.test(field) && !open.has(field) && !secrets.has(field))
      .map((field) => `${feature}.${name}: ${field}`)
  })
  expect(unmarked).toEqual([])
})

/** What a browser gives of itself, kept for sending: nothing is compared with it, so nothing can be guessed. */
const uncompared = ['push.start']
test('HOUSE-15 a call that takes a secret has the pace of a guess or of a code', () => {
  const unpaced = allCalls
    .filter(({ endpoint }) => secretsOf(endpoint).size > 0 && endpoint.rate === undefined)
    .map(({ feature, name }) => `${feature}.${name}`)
  expect(unpaced).toEqual(uncompared)
})

test('HOUSE-17 no test gives up before it has looked, and none spells a code that has a name', () => {
  const tests = filesIn('tests', /\.(?:test|journey)\.tsx?$/).filter((file) => file !== 'tests/house/features.test.ts')
  const early = tests.flatMap((file) =>
    [...textOf(file).matchAll(/^(?:test|it)[^\n]*=> \{\n([\s\S]*?)^\}\)/gm)].flatMap(([whole, body = '']) => {
      const [before = ''] = body.split(/\bexpect/)
      return /^ {2}(?:if \([^\n]*\) )?return\b/m.test(before) ? [`${file}: ${whole.split('\n')[0]}`] : []
    }),
  )
  expect(early).toEqual([])
  expect(tests.filter((file) => /\.(?:runIf|skipIf|skip|only|todo)\b/.test(textOf(file)))).toEqual([])
})
