import type { SpotContext } from '#server/features/spot/context.ts'

export type ProgramContext = SpotContext
