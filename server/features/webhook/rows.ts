import type { OpenTable } from '#server/core/tables.ts'

/** An address of a user; `old` is the secret before the last one, which signs as well for a while. */
export type WebhookRow = {
  id: number
  user: number
  url: string
  /** Names of events or features; empty: every event. */
  events: readonly string[]
  secret: string
  old: { readonly secret: string; readonly until: number } | null
  at: number
  /** Since when nothing more is sent there. */
  endedAt: number | null
  /** What it answered last. */
  status: number | null
  lost: number
}
/** The instant of what is not due by itself: what waits behind another one, and what is not tried any more. */
export const never = Number.MAX_SAFE_INTEGER
/**
 * One event on its way to one address; only the first of an address is due. `s` is the number of the event in the
 * channel of its user; `deadAt`: it is kept until its owner sends it again.
 */
export type WebhookJob = {
  id: number
  hook: number
  s: number
  event: string
  at: number
  body: string
  dueAt: number
  tries: number
  firstAt: number | null
  deadAt: number | null
  status: number | null
}

export const createWebhookTables = (open: OpenTable) => ({
  webhooks: open<WebhookRow>({
    name: 'webhooks',
    key: 'int',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user },
  }),
  webhookJobs: open<WebhookJob>({
    name: 'webhook_jobs',
    key: 'int',
    id: ({ id }) => id,
    groups: { hook: ({ hook }) => hook },
    order: ({ dueAt }) => dueAt,
  }),
})
export type WebhookTables = ReturnType<typeof createWebhookTables>
