import type { LeverSide } from '#contract/lever/lever-position.ts'

/** Opening price at a mark price: long pays mark + spread, short receives mark − spread. */
export const entryPrice = (side: LeverSide, mark: bigint, spread: bigint) =>
  side === 'long' ? mark + spread : mark - spread
