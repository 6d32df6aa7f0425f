import type { OtcContext } from './context.ts'

/** True for the merchants of the demo, who act by written rules. */
export const isBot = ({ tables }: Pick<OtcContext, 'tables'>, user: number) => tables.otcBots.get(user) !== undefined
