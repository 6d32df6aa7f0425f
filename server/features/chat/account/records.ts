import type { AccountRecord, chatAccount, RecordType } from '#contract/chat/chat-account.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { LogRow } from '#server/core/rows.ts'
import type { AsyncChatAccountContext, ChatAccountContext } from './context.ts'
import type { NoteRow } from './rows.ts'

const defaultSize = 20
const scanPage = 500
const logIn = (body: string): LogRow => JSON.parse(body)

const kinds: readonly (readonly [RecordType, readonly number[]])[] = [
  ['packet', [logTypes.packetSent, logTypes.packetReceived, logTypes.packetBack]],
  ['transfer', [logTypes.transferIn, logTypes.transferOut, logTypes.giftIn, logTypes.giftOut, logTypes.giftFee]],
  ['recharge', [logTypes.deposit, logTypes.remittance, logTypes.chatTopUp]],
  ['withdrawal', [logTypes.withdrawAsked, logTypes.withdrawPassed, logTypes.withdrawReturned]],
  [
    'spend',
    [
      logTypes.otcEscrow,
      logTypes.otcReceived,
      logTypes.otcReturned,
      logTypes.otcFee,
      logTypes.otcBail,
      logTypes.otcBailBack,
    ],
  ],
]
const typeOf = ({ type }: Pick<LogRow, 'type'>): RecordType =>
  kinds.find(([, types]) => types.includes(type))?.[0] ?? 'other'

/** A line of the ledger: read-only but for the user's own remark. */
const ledgerRecord = ({ tables }: ChatAccountContext, row: LogRow): AccountRecord => {
  const value = BigInt(row.value)
  return {
    id: `l${row.id}`,
    tradeTitle: String(row.type),
    tradeIcon: null,
    tradeValue: formatDec(value < 0n ? -value : value),
    tradeDirection: value < 0n ? 'out' : 'in',
    tradeType: typeOf(row),
    tradeStatus: 'done',
    source: 'ledger',
    remark: tables.chatMarks.get(row.id)?.remark ?? null,
    createTime: timeOf(row.at),
    finishTime: timeOf(row.at),
  }
}
const noteRecord = (row: NoteRow): AccountRecord => ({
  id: `n${row.id}`,
  tradeTitle: row.title,
  tradeIcon: row.icon,
  tradeValue: row.value,
  tradeDirection: row.direction,
  tradeType: row.type,
  tradeStatus: 'done',
  source: 'own',
  remark: row.remark,
  createTime: timeOf(row.at),
  finishTime: null,
})
/**
 * The lines of one month of the trust account, newest first. The store cannot filter by time, so lines are read until
 * they are older.
 */
async function monthOf({ store }: AsyncChatAccountContext, user: number, from: number, to: number): Promise<LogRow[]> {
  const found: LogRow[] = []
  for (let offset = 0; ; offset += scanPage) {
    const { bodies } = await store.page({
      table: 'logs',
      where: { user, kind: 'legal', asset: baseCoin.id },
      limit: scanPage,
      offset,
    })
    const rows = bodies.map(logIn)
    found.push(...rows.filter(({ at }) => at >= from && at < to))
    if (rows.length < scanPage || (rows.at(-1)?.at ?? 0) < from) return found
  }
}

/**
 * One month with its totals. These are of the ledger alone and include what the user hid: notes move no money (CHAT-6).
 */
export const records: Prepared<typeof chatAccount.records, ChatAccountContext> = {
  prepare: async (asyncCtx, { user }, { timeDuring, tradeType, pageNum = 1, pageSize = defaultSize }) => {
    const [year = 0, month = 1] = timeDuring.split('-').map(Number)
    const [from, to] = [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 1)]
    const lines = (await monthOf(asyncCtx, user, from, to)).filter(
      (row) => tradeType === undefined || typeOf(row) === tradeType,
    )
    return (ctx) => {
      const sum = (isIn: boolean) =>
        lines
          .map(({ value }) => BigInt(value))
          .filter((value) => value > 0n === isIn)
          .reduce((total, value) => total + value, 0n)
      const notes = ctx.tables.chatNotes
        .group('user', user)
        .filter(({ at, type }) => at >= from && at < to && (tradeType === undefined || type === tradeType))
      const all = [
        ...lines
          .filter(({ id }) => ctx.tables.chatMarks.get(id)?.isHidden !== true)
          .map((row) => ({ at: row.at, order: row.id, view: () => ledgerRecord(ctx, row) })),
        ...notes.map((row) => ({ at: row.at, order: row.id, view: () => noteRecord(row) })),
      ].toSorted((a, b) => b.at - a.at || b.order - a.order)
      return {
        recordList: all.slice((pageNum - 1) * pageSize, pageNum * pageSize).map(({ view }) => view()),
        count: all.length,
        monthAccountInfo: { inputAmount: formatDec(sum(true)), outputAmount: formatDec(-sum(false)) },
      }
    }
  },
}

const instantOf = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`)
type Fields = { tradeTitle?: string | undefined; tradeValue?: string | undefined }
const checkNote = ({ tradeTitle, tradeValue }: Fields) => {
  if (!tradeValue || parseDec(tradeValue) === 0n) throw new Refusal('amount_required')
  if (!tradeTitle) throw new Refusal('title_required')
  return { title: tradeTitle, value: formatDec(parseDec(tradeValue)) }
}
export const addRecord: Decide<typeof chatAccount.addRecord, ChatAccountContext> = (ctx, { user }, input) => {
  const { title, value } = checkNote(input)
  return noteRecord(
    ctx.tables.chatNotes.put({
      id: ctx.tables.chatNotes.nextId(),
      user,
      title,
      value,
      direction: input.tradeDirection ?? 'out',
      type: input.tradeType ?? 'other',
      icon: input.tradeIcon ?? null,
      remark: input.remark ?? null,
      at: input.createTime === undefined ? ctx.now() : instantOf(input.createTime),
    }),
  )
}
const noteIn = ({ tables }: ChatAccountContext, user: number, id: string): NoteRow => {
  const row = tables.chatNotes.need(Number(id.slice(1)))
  if (row.user !== user) throw new Refusal('not_found')
  return row
}
/** The caller's line of the ledger; null if the id is that of a note. */
async function lineIn({ store }: AsyncChatAccountContext, user: number, id: string): Promise<LogRow | null> {
  if (!id.startsWith('l')) return null
  const body = /^l[1-9]\d{0,14}$/.test(id) ? await store.row('logs', Number(id.slice(1))) : null
  const row = body === null ? null : logIn(body)
  if (row?.user !== user) throw new Refusal('not_found')
  return row
}
export const updateRecord: Prepared<typeof chatAccount.updateRecord, ChatAccountContext> = {
  prepare: async (asyncCtx, { user }, { id, ...fields }) => {
    const line = await lineIn(asyncCtx, user, id)
    return (ctx) => {
      if (line) {
        const { remark, ...others } = fields
        if (Object.values(others).some((value) => value !== undefined)) throw new Refusal('record_readonly')
        ctx.tables.chatMarks.put({
          id: line.id,
          user,
          isHidden: false,
          ...ctx.tables.chatMarks.get(line.id),
          remark: remark ?? null,
        })
        return ledgerRecord(ctx, line)
      }
      const row = noteIn(ctx, user, id)
      const { title, value } = checkNote({
        tradeTitle: fields.tradeTitle ?? row.title,
        tradeValue: fields.tradeValue ?? row.value,
      })
      return noteRecord(
        ctx.tables.chatNotes.put({
          ...row,
          title,
          value,
          direction: fields.tradeDirection ?? row.direction,
          type: fields.tradeType ?? row.type,
          icon: fields.tradeIcon ?? row.icon,
          remark: fields.remark ?? row.remark,
          at: fields.createTime === undefined ? row.at : instantOf(fields.createTime),
        }),
      )
    }
  },
}
export const deleteRecord: Prepared<typeof chatAccount.deleteRecord, ChatAccountContext> = {
  prepare: async (asyncCtx, { user }, { id }) => {
    const line = await lineIn(asyncCtx, user, id)
    return (ctx) => {
      if (line)
        ctx.tables.chatMarks.put({
          id: line.id,
          user,
          remark: null,
          ...ctx.tables.chatMarks.get(line.id),
          isHidden: true,
        })
      else ctx.tables.chatNotes.remove(noteIn(ctx, user, id).id)
      return {}
    }
  },
}
