import { settingTakesTwo } from '#contract/desk/desk-risk.ts'
import type { DeskSetting } from '#contract/desk/desk-tools.ts'
import type { desk } from '#contract/desk/desk.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { decimalsOf, parseDec, SCALE } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { waitsOf, type Plan } from './acts.ts'
import type { DeskContext, DeskState } from './context.ts'

type Settings = DeskContext['settings']
type Definition = Pick<DeskSetting, 'type' | 'min' | 'max'> & {
  part: 'desk' | 'spot' | 'option' | 'lever' | 'market' | 'identity' | 'earnings' | 'chat' | 'withdraw'
  field: string
}
const dayMs = 86_400_000
const onOff = { type: 'switch', min: '0', max: '1' } as const

/**
 * What the desk may change while the venue runs, and how far. Each is read anew by every decision that depends on it.
 */
const definitions: readonly Definition[] = [
  { part: 'desk', field: 'fourEyesAbove', type: 'decimal', min: '0', max: '1000000000' },
  { part: 'spot', field: 'coinTradeFee', type: 'decimal', min: '0', max: '0.05' },
  { part: 'market', field: 'priceBand', type: 'decimal', min: '0.01', max: '1' },
  { part: 'spot', field: 'hasMaker', ...onOff },
  { part: 'option', field: 'exposure', type: 'decimal', min: '0', max: '10000000' },
  { part: 'option', field: 'entryDelayMs', type: 'whole', min: '0', max: '5000' },
  { part: 'lever', field: 'isStopAllowed', ...onOff },
  { part: 'lever', field: 'isEntrustAllowed', ...onOff },
  { part: 'market', field: 'cnyPerUsdt', type: 'decimal', min: '1', max: '20' },
  { part: 'earnings', field: 'USDT', type: 'decimal', min: '0', max: '10000000' },
  { part: 'earnings', field: 'BTC', type: 'decimal', min: '0', max: '100' },
  { part: 'earnings', field: 'ETH', type: 'decimal', min: '0', max: '5000' },
  { part: 'chat', field: 'editMs', type: 'whole', min: '0', max: String(2 * dayMs) },
  { part: 'withdraw', field: 'dayMost0', type: 'decimal', min: '0', max: '1000000000' },
  { part: 'withdraw', field: 'dayMost1', type: 'decimal', min: '0', max: '1000000000' },
  { part: 'withdraw', field: 'dayMost2', type: 'decimal', min: '0', max: '1000000000' },
  { part: 'identity', field: 'credentialHoldMs', type: 'whole', min: '0', max: String(7 * dayMs) },
  { part: 'identity', field: 'addressHoldMs', type: 'whole', min: '0', max: String(7 * dayMs) },
]
const nameOf = ({ part, field }: Definition) => `${part}.${field}`
const rowOf = (name: string) => `desk_setting:${name}`

const read = (settings: Settings, { part, field, type }: Definition): string => {
  const value: unknown = Reflect.get(settings[part], field)
  return type === 'switch' ? (value === true ? '1' : '0') : String(value)
}
const write = (settings: Settings, { part, field, type }: Definition, value: string) =>
  Reflect.set(settings[part], field, type === 'switch' ? value === '1' : type === 'whole' ? Number(value) : value)

const forms = { decimal: /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/, whole: /^(0|[1-9]\d{0,15})$/, switch: /^[01]$/ } as const
const isWithin = ({ type, min, max }: Definition, value: string) =>
  forms[type].test(value) &&
  decimalsOf(value) <= SCALE &&
  parseDec(value) >= parseDec(min) &&
  parseDec(value) <= parseDec(max)

export const createDeskState = ({ settings }: { settings: Settings }): DeskState => ({
  initialSettings: new Map(definitions.map((each) => [nameOf(each), read(settings, each)])),
})
/** Applies what the desk has set before; runs at every start. */
export const applySettings = ({ tables, settings }: DeskContext) => {
  for (const each of definitions) {
    const stored = tables.settings.get(rowOf(nameOf(each)))?.value
    if (stored !== undefined && isWithin(each, stored)) write(settings, each, stored)
  }
}
const subjectOf = (name: string) => `setting|${name}`
const viewOf = (ctx: DeskContext, each: Definition): DeskSetting => {
  const { type, min, max } = each
  const name = nameOf(each)
  return {
    name,
    type,
    value: read(ctx.settings, each),
    min,
    max,
    initial: ctx.initialSettings.get(name) ?? '',
    waits: waitsOf(ctx, subjectOf(name)),
  }
}
export const settingsView = (ctx: DeskContext): DeskSetting[] => definitions.map((each) => viewOf(ctx, each))
const definitionOf = (name: string): Definition => {
  const found = definitions.find((each) => nameOf(each) === name)
  if (!found) throw new Refusal('keyword_unknown')
  return found
}
export const settingView = (ctx: DeskContext, name: string) => viewOf(ctx, definitionOf(name))

/** The change of one setting, within its range. */
export function planSetting(ctx: DeskContext, { name, value, expect }: InputOf<typeof desk.setSetting>): Plan {
  const found = definitionOf(name)
  const before = read(ctx.settings, found)
  if (expect !== undefined && expect !== before) throw new Refusal('state_moved', { now: viewOf(ctx, found) })
  if (!isWithin(found, value)) throw new Refusal('setting_range', { min: found.min, max: found.max })
  return {
    kind: 'change',
    subject: subjectOf(name),
    action: 'setting',
    about: name,
    before,
    after: value,
    takesTwo: settingTakesTwo(name, before, value),
    apply: () => {
      ctx.tables.settings.put({ name: rowOf(name), value })
      write(ctx.settings, found, value)
      ctx.onRollback(() => write(ctx.settings, found, before))
    },
  }
}
