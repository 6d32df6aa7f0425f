import type { DeskProduct, DeskProducts, ProductField, ProductKind } from '#contract/desk/desk-tools.ts'
import { deskProduct } from '#contract/desk/desk-tools.ts'
import { encode } from '#contract/wire/coded.ts'
import { languages, type Lang } from '#contract/wire/languages.ts'
import { decimalsOf, parseDec, SCALE } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A field that the desk may set: how it is read from a row and written into one, and what is allowed. */
export type FieldDef<R> = {
  name: string
  type: ProductField['type']
  min?: string
  max?: string
  choices?: readonly string[]
  isOptional?: boolean
  read: (row: R) => string
  write: (row: R, value: string) => R
  /** Whether it does not change any more, once the product exists. */
  isFixed?: (row: R) => boolean
}
type Change = { name: string; value: string; expect?: string | undefined }
/** A change that has been checked: what it changes, the product as it would be, and its saving. */
type PlannedProduct = {
  before: Readonly<Record<string, string>>
  after: Readonly<Record<string, string>>
  product: DeskProduct
  save: () => DeskProduct
}
/** What the desk may do with the products of one kind. */
export type ProductTool<C> = {
  kind: ProductKind
  all: (ctx: C) => DeskProducts
  plan: (ctx: C, id: string | null, changes: readonly Change[]) => PlannedProduct
}

type Definition<C, R extends object> = {
  kind: ProductKind
  fields: (ctx: C) => readonly FieldDef<R>[]
  rows: (ctx: C) => readonly R[]
  idOf: (row: R) => string
  nameOf: (ctx: C, row: R) => string
  isOpen: (ctx: C, row: R) => boolean
  running: (ctx: C, row: R) => number
  /** A new product before anything is chosen; null where none is made by the desk. */
  blank: (ctx: C) => R | null
  /** Refuses what one field alone cannot tell: bounds that turn around, instants out of order. */
  check: (ctx: C, row: R, before: R | null) => void
  put: (ctx: C, row: R, before: R | null) => R
}

const forms = {
  decimal: /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/,
  whole: /^(0|[1-9]\d{0,15})$/,
  switch: /^[01]$/,
  instant: /^[1-9]\d{0,14}$/,
} as const
export const outOfRange = (name: string, min: string, max: string) => new Refusal('setting_range', { name, min, max })
/** Refuses a field that does not lie between two others. */
export function checkBetween(name: string, value: string, min: string, max: string) {
  if (parseDec(value) < parseDec(min) || parseDec(value) > parseDec(max)) throw outOfRange(name, min, max)
}

const lengths = { line: 60, text: 2000 } as const
function checkValue<R>(
  { name, type, min = '', max = '', choices = [], isOptional = false }: FieldDef<R>,
  value: string,
) {
  const isRight =
    value === ''
      ? isOptional
      : type === 'choice'
        ? choices.includes(value)
        : type === 'line' || type === 'text'
          ? [...value].length <= lengths[type]
          : forms[type].test(value) &&
            (type !== 'decimal' || decimalsOf(value) <= SCALE) &&
            (min === '' || parseDec(value) >= parseDec(min)) &&
            (max === '' || parseDec(value) <= parseDec(max))
  if (!isRight)
    throw outOfRange(
      name,
      type === 'line' || type === 'text' ? '1' : min,
      type === 'line' || type === 'text' ? String(lengths[type]) : max,
    )
}

/** The tool of a kind from its definition: reads and writes its rows by its fields, each within its range. */
export function productTool<C, R extends object>(def: Definition<C, R>): ProductTool<C> {
  const fieldsOf = (ctx: C, row: R, isNew: boolean): ProductField[] =>
    def.fields(ctx).map(({ name, type, min = '', max = '', choices = [], isOptional = false, read, isFixed }) => ({
      name,
      type,
      value: read(row),
      min,
      max,
      choices: [...choices],
      is_optional: isOptional,
      is_fixed: !isNew && isFixed?.(row) === true,
    }))
  const viewOf = (ctx: C, row: R): DeskProduct => ({
    kind: def.kind,
    id: def.idOf(row),
    name: def.nameOf(ctx, row),
    is_open: def.isOpen(ctx, row),
    running: def.running(ctx, row),
    fields: fieldsOf(ctx, row, false),
    waits: null,
  })
  const plan = (ctx: C, id: string | null, changes: readonly Change[]): PlannedProduct => {
    const before = id === null ? null : (def.rows(ctx).find((row) => def.idOf(row) === id) ?? null)
    const first = id === null ? def.blank(ctx) : before
    if (first === null) throw new Refusal('not_found')
    const fields = def.fields(ctx)
    const told: { before: Record<string, string>; after: Record<string, string> } = { before: {}, after: {} }
    let row: R = first
    for (const { name, value, expect } of changes) {
      const field = fields.find((each) => each.name === name)
      if (!field) throw new Refusal('keyword_unknown')
      const was = field.read(first)
      if (before !== null && expect !== undefined && expect !== was)
        throw new Refusal('state_moved', { now: encode(deskProduct, viewOf(ctx, before)) })
      if (before !== null && value === was) continue
      if (before !== null && field.isFixed?.(before) === true) throw outOfRange(name, was, was)
      checkValue(field, value)
      row = field.write(row, value)
      if (before !== null) told.before[name] = was
      told.after[name] = value
    }
    // A new product has to say all; what it does not name stays as the blank one says, which must be right too.
    if (before === null) for (const field of fields) checkValue(field, field.read(row))
    def.check(ctx, row, before)
    return { ...told, product: viewOf(ctx, row), save: () => viewOf(ctx, def.put(ctx, row, before)) }
  }
  return {
    kind: def.kind,
    plan,
    all: (ctx) => {
      const blank = def.blank(ctx)
      return {
        list: def.rows(ctx).map((row) => viewOf(ctx, row)),
        blank: blank === null ? null : fieldsOf(ctx, blank, true),
      }
    },
  }
}

// Fields that several kinds have.

type Keyed<K extends string, V> = { readonly [N in K]: V }
const set = <R, K extends string, V>(row: R & Keyed<K, V>, name: K, value: V): R => ({ ...row, [name]: value })
export const decimalField = <K extends string, R extends Keyed<K, string>>(
  name: K,
  min: string,
  max: string,
  more: Partial<FieldDef<R>> = {},
): FieldDef<R> => ({
  name,
  type: 'decimal',
  min,
  max,
  read: (row) => row[name],
  write: (row, value) => set(row, name, value),
  ...more,
})
export const wholeField = <K extends string, R extends Keyed<K, number>>(
  name: K,
  min: number,
  max: number,
  more: Partial<FieldDef<R>> = {},
): FieldDef<R> => ({
  name,
  type: 'whole',
  min: String(min),
  max: String(max),
  read: (row) => String(row[name]),
  write: (row, value) => set(row, name, Number(value)),
  ...more,
})
export const switchField = <K extends string, R extends Keyed<K, boolean>>(name: K): FieldDef<R> => ({
  name,
  type: 'switch',
  min: '0',
  max: '1',
  read: (row) => (row[name] ? '1' : '0'),
  write: (row, value) => set(row, name, value === '1'),
})
export const instantField = <K extends string, R extends Keyed<K, number | null>>(
  name: K,
  more: Partial<FieldDef<R>> = {},
): FieldDef<R> => ({
  name,
  type: 'instant',
  read: (row) => String(row[name] ?? ''),
  write: (row, value) => set(row, name, value === '' ? null : Number(value)),
  isOptional: true,
  ...more,
})
export const wordField = <K extends string, R extends Keyed<K, string>>(
  name: K,
  type: 'line' | 'text' | 'choice',
  more: Partial<FieldDef<R>> = {},
): FieldDef<R> => ({
  name,
  type,
  read: (row) => row[name],
  write: (row, value) => set(row, name, value),
  ...more,
})
/** A text of the desk in each language. */
export type Wording = Readonly<Partial<Record<Lang, string>>>
export const introFields = <R extends { intro?: Wording }>(): FieldDef<R>[] =>
  languages.map((lang) => ({
    name: `intro_${lang}`,
    type: 'text',
    read: ({ intro }) => intro?.[lang] ?? '',
    write: (row, value) => ({ ...row, intro: { ...row.intro, [lang]: value } }),
  }))
