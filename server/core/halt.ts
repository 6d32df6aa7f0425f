import type { CommandContext } from './context.ts'

type Books = { tables: Pick<CommandContext['tables'], 'settings'> }
const row = 'trading_halted'

/**
 * True while trading is halted: no market accepts orders. Stored as a row, so that neither a restart nor a fail-over
 * resumes trading.
 */
export const isHalted = ({ tables }: Books) => tables.settings.get(row)?.value === '1'
/** Halts trading until `resumeTrading`. */
export const haltTrading = (ctx: Books) => {
  if (!isHalted(ctx)) ctx.tables.settings.put({ name: row, value: '1' })
}
export const resumeTrading = (ctx: Books) => {
  if (isHalted(ctx)) ctx.tables.settings.put({ name: row, value: '0' })
}
