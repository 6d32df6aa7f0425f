import { wireShape, type Json } from '#scripts/wire/schema.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Random } from '#server/core/random.ts'

type Shape = { readonly [key: string]: Json }
const isShape = (value: Json | undefined): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
const numberOf = (value: Json | undefined, otherwise: number) => (typeof value === 'number' ? value : otherwise)

/** Input fields of a call by name, in wire form. */
export const fieldsOf = ({ input }: Endpoint): Readonly<Record<string, Shape>> => {
  const shape = wireShape(input)
  const fields = isShape(shape) ? shape['properties'] : undefined
  return Object.fromEntries(
    Object.entries(isShape(fields) ? fields : {}).flatMap(([name, of]) => (isShape(of) ? [[name, of]] : [])),
  )
}

export const pick = <T>(random: Random, all: readonly T[]): T | undefined => all[random.int(all.length)]
const texts = [
  '1',
  '0.5',
  '2026-11-22',
  '3',
  '10',
  '60',
  '100',
  '99999.5',
  '100000',
  '0.01',
  '0.00000001',
  '999999999999999999.99999999',
  '123456',
  '+852',
  '60min',
  'BTC/USDT',
  'HKD',
  'ann@kontor.test',
  'ben@kontor.test',
  'secret1',
  'Ann',
  'A1234567',
  'en',
  '0',
  '',
  '2026-11',
  '2026-11-22 10:00:00',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
]

/** For fields that none of the others fits: the keys of a browser's subscription. */
const rarer = [`B${'A'.repeat(86)}`, 'A'.repeat(22)]

/** A value that is valid for a shape, most of the time a meaningful one. */
export const goodValue = (shape: Shape, random: Random): Json => {
  const options = [...listOf(shape['anyOf']), ...listOf(shape['oneOf'])].filter(isShape)
  if (options.length > 0) return goodValue(pick(random, options) ?? {}, random)
  const codes = listOf(shape['enum'])
  if (codes.length > 0) return pick(random, codes) ?? null
  const only = shape['const']
  if (only !== undefined) return only
  if (shape['type'] === 'integer' || shape['type'] === 'number')
    return pick(random, [1, 2, 3, 60, numberOf(shape['minimum'], 1)]) ?? 1
  const items = shape['items']
  if (shape['type'] === 'array') return isShape(items) ? [goodValue(items, random)] : []
  const parts = shape['properties']
  if (shape['type'] === 'object')
    return Object.fromEntries(
      Object.entries(isShape(parts) ? parts : {}).flatMap(([name, of]) =>
        isShape(of) ? [[name, goodValue(of, random)]] : [],
      ),
    )
  if (shape['type'] === 'boolean') return random.int(2) === 0
  const pattern = typeof shape['pattern'] === 'string' ? new RegExp(shape['pattern']) : /./s
  const fitting = texts.filter((text) => pattern.test(text) && text.length <= numberOf(shape['maxLength'], 1000))
  return pick(random, fitting) ?? rarer.find((text) => pattern.test(text)) ?? 'x'
}

/** The paths of all numbers in a field, those within lists and objects included. */
export const numbersIn = (path: string, shape: Shape): readonly (readonly [path: string, shape: Shape])[] => {
  const text = JSON.stringify(shape)
  if (!text.includes('"type":"object"')) return text.includes('[1-9]\\\\d{0,1') ? [[path, shape]] : []
  const items = shape['items']
  if (isShape(items)) return numbersIn(`${path}.0`, items)
  const parts = shape['properties']
  return Object.entries(isShape(parts) ? parts : {}).flatMap(([name, of]) =>
    isShape(of) ? numbersIn(`${path}.${name}`, of) : [],
  )
}
/** A copy with another value at a path. */
export const withAt = (whole: Json, [name, ...rest]: readonly string[], value: Json | undefined): Json => {
  if (name === undefined) return value ?? null
  if (Array.isArray(whole)) return whole.map((each, at) => (String(at) === name ? withAt(each, rest, value) : each))
  return isShape(whole) ? { ...whole, [name]: withAt(whole[name] ?? null, rest, value) } : whole
}

const deep = (depth: number): Json => (depth === 0 ? 1 : [{ a: deep(depth - 1) }])
/** Values that no proper client sends: wrong types, texts that only look like numbers, injections. */
export const hostile: readonly Json[] = [
  null,
  true,
  false,
  [],
  [1],
  [['1']],
  {},
  { length: 1 },
  { toString: 'x' },
  { __proto__: null, a: 1 },
  deep(12),
  -1,
  0,
  -0,
  1.5,
  1e21,
  1e-30,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 53,
  4294967296,
  '',
  ' ',
  ' 1',
  '1 ',
  '-1',
  '-0',
  '+1',
  '1e5',
  '1E5',
  '1e-30',
  '1e309',
  '0x10',
  '0b1',
  '0o7',
  '1_000',
  '1,000',
  '١٢٣',
  '１２３',
  '¼',
  '1.',
  '.5',
  '00.1',
  '01',
  '1.123456789',
  '0.00000001',
  '0.000000001',
  `1${'0'.repeat(40)}`,
  `0.${'0'.repeat(40)}1`,
  '999999999999999999',
  '999999999999999999.99999999',
  '9007199254740993',
  '9999999999999999',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202eevil',
  '\u200b',
  '\ufeff1',
  'é',
  '😀',
  'ﷺ'.repeat(10),
  'x'.repeat(101),
  'x'.repeat(5000),
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  "1' AND (SELECT 1)--",
  '%00',
  '%s%s%n',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '/upload/kyc/x.png',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '\r\nSet-Cookie: a=b',
  '2026-02-30 25:61:61',
  '1970-01-01 00:00:00',
  8.64e15,
  '8640000000000001',
  '-9223372036854775808',
  '18446744073709551616',
]
export const foreignNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'user_id',
  'userId',
  'balance',
  'kyc',
  'role',
  'status',
  'fee',
  'price',
  'createdAt',
  'length',
  '',
  'a.b',
  'a[b]',
  '$ne',
]

/** Ids that exist in the demo; random ones would almost never exist. */
const demoIds: Readonly<Record<string, number>> = {
  legal_id: 3,
  currency_id: 1,
  match_id: 1,
  currency: 3,
  page: 1,
  seconds: 60,
  multiple: 10,
}
const fieldValue = (name: string, shape: Shape, random: Random) =>
  random.int(5) > 0 ? (demoIds[name] ?? goodValue(shape, random)) : goodValue(shape, random)

/** A valid body of a call, then changed in up to three places. */
export const spoiltBody = (fields: Readonly<Record<string, Shape>>, random: Random): Json => {
  if (random.int(25) === 0) return pick(random, hostile) ?? null
  const body = new Map<string, Json>()
  for (const [name, shape] of Object.entries(fields))
    if (random.int(8) > 0) body.set(name, fieldValue(name, shape, random))
  const names = Object.keys(fields)
  for (let remaining = pick(random, [0, 0, 1, 1, 2, 3]) ?? 1; remaining > 0; remaining -= 1) {
    const name = random.int(6) === 0 ? pick(random, foreignNames) : pick(random, names)
    body.set(name ?? 'extra', pick(random, hostile) ?? null)
  }
  return Object.fromEntries(body)
}
