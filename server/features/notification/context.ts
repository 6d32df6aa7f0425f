import type { CommandContext } from '#server/core/context.ts'
import type { NotificationTables } from './rows.ts'

export type NotificationContext = CommandContext<NotificationTables>
