import type { desk } from '#contract/desk/desk.ts'
import type { Handlers } from '#server/core/context.ts'
import { batchHandlers } from './batches.ts'
import { caseHandlers } from './cases.ts'
import { colleagueHandlers } from './colleagues.ts'
import type { DeskContext } from './context.ts'
import { moneyHandlers } from './money.ts'
import { noteHandlers } from './notes.ts'
import { personHandlers } from './person.ts'
import { productHandlers } from './products.ts'
import { serviceHandlers } from './service.ts'
import { toolHandlers } from './tools.ts'

export const deskHandlers: Handlers<typeof desk, DeskContext> = {
  ...caseHandlers,
  ...toolHandlers,
  ...serviceHandlers,
  ...productHandlers,
  ...moneyHandlers,
  ...batchHandlers,
  ...personHandlers,
  ...noteHandlers,
  ...colleagueHandlers,
}
