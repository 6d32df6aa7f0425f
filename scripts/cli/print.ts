import { errorCatalogue } from '#scripts/wire/errors.ts'
import type { Answer } from './venue.ts'

/** How the program ends. */
export const exits = { done: 0, refused: 2, unknown: 3, limited: 4, out: 5, usage: 64 } as const
export type Out = {
  /** Data, and nothing else. */
  readonly out: (text: string) => void
  /** Words for people. */
  readonly err: (text: string) => void
  /** A table is for eyes: in a pipe there are lines of JSON. */
  readonly isTable: boolean
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const shown = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')

/** Rows with their columns below each other. */
function table(rows: readonly unknown[]): string {
  const all = rows.filter(isFields)
  const names = [...new Set(all.flatMap((row) => Object.keys(row)))]
  const cells = [names, ...all.map((row) => names.map((name) => shown(row[name])))]
  const widths = names.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)))
  const lineOf = (line: readonly string[]) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  return cells.map((line) => `${lineOf(line).trimEnd()}\n`).join('')
}
/** A value: rows as a table or one line each, anything else as one line or as names with values. */
function print({ out, isTable }: Out, value: unknown) {
  const rows = Array.isArray(value) ? value : [value]
  if (!isTable) return rows.forEach((row) => out(`${JSON.stringify(row)}\n`))
  if (Array.isArray(value)) return out(table(value))
  if (isFields(value)) return out(table(Object.entries(value).map(([name, each]) => ({ name, value: each }))))
  return out(`${shown(value)}\n`)
}

const endOf = (reason: string) => {
  if (reason === 'too_many') return exits.limited
  return reason === 'not_logged_in' || reason === 'key_scope' ? exits.out : exits.refused
}
/** Says what a call came to, and how the program ends; `pick` is what is shown of its value. */
export function finish(
  io: Out,
  answer: Answer,
  { key, pick }: { key?: string; pick?: (value: unknown) => unknown } = {},
): number {
  if (answer.kind === 'done') {
    print(io, pick ? pick(answer.value) : answer.value)
    return exits.done
  }
  if (answer.kind === 'unknown') {
    io.err(`The outcome is unknown: ${answer.because}\n`)
    if (key !== undefined) io.err(`Its key is ${key}. Ask: kontor outcome ${key}\n`)
    if (!io.isTable) io.out(`${JSON.stringify({ outcome: 'unknown', ...(key !== undefined && { key }) })}\n`)
    return exits.unknown
  }
  const { reason, message, params } = answer
  const known = errorCatalogue().find((each) => each.reason === reason)
  io.err(`${message} (${reason})\n${known === undefined ? '' : `${known.advice}\n`}`)
  if (!io.isTable) io.out(`${JSON.stringify({ reason, params, repeat: known?.repeat, help: `/errors#${reason}` })}\n`)
  return endOf(reason)
}
