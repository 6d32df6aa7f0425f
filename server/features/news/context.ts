import type { CommandContext } from '#server/core/context.ts'
import type { NewsTables } from './rows.ts'

export type NewsContext = CommandContext<NewsTables>
