import type { Message } from '#contract/chat/chat.ts'
import { chatIdOf } from '#server/features/chat/places.ts'
import { pairOf, type ChatRow } from '#server/features/chat/rows.ts'
import { readMessage, readSpan, readVersions } from '#server/features/chat/stored.ts'
import { messageOf } from '#server/features/chat/view.ts'
import type { AsyncDeskContext, DeskContext } from '#server/features/desk/context.ts'
import type { OrderRow } from '#server/features/otc/rows.ts'

/** So many messages are shown; in a dispute the last ones count. */
const shown = 200
/** Reads for nobody of the two, so that no line is marked as the reader's own. */
const noParty = 0

/** The number of the first message that was written at this time or later; one above the newest if there is none. */
async function firstSince(asyncCtx: AsyncDeskContext, chat: ChatRow, at: number): Promise<number> {
  let [low, high] = [1, chat.headN + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = (await readMessage(asyncCtx, chatIdOf(chat), middle))(asyncCtx.ctx)
    if (row !== undefined && row.at >= at) high = middle
    else low = middle + 1
  }
  return low
}

type Talk = { talk: Message[]; has_more_talk: boolean }
const none: Talk = { talk: [], has_more_talk: false }
/**
 * What the two parties wrote to each other from the taking of an order to its end. What they wrote before or after is
 * not the desk's to read.
 */
export async function readTalk(
  asyncCtx: AsyncDeskContext,
  row: OrderRow | undefined,
): Promise<(ctx: DeskContext) => Talk> {
  const chat = row && asyncCtx.ctx.tables.chats.one('pair', pairOf(row.buyer.user, row.seller.user))
  if (!row || !chat) return () => none
  const from = await firstSince(asyncCtx, chat, row.createdAt)
  const to = row.endedAt === null ? chat.headN : (await firstSince(asyncCtx, chat, row.endedAt + 1)) - 1
  const read = await readSpan(asyncCtx, chat.id, Math.max(from, to - shown + 1), to)
  const edited = read(asyncCtx.ctx).filter(({ editedAt }) => editedAt !== undefined)
  const earlier = new Map(
    await Promise.all(edited.map(async ({ id }) => [id, await readVersions(asyncCtx, id)] as const)),
  )
  return (ctx) => ({
    talk: read(ctx)
      .toReversed()
      .map((each) => {
        const said = each.revokedBy === null ? earlier.get(each.id)?.(ctx) : undefined
        const message = messageOf(ctx, each, noParty)
        return said === undefined
          ? message
          : { ...message, earlier: said.map(({ text, at }) => ({ text, createMs: at })) }
      }),
    has_more_talk: to - from >= shown,
  })
}
