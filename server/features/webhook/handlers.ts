import { event } from '#contract/events.ts'
import { maxWebhooks, turnMs, type Webhook, type webhooks } from '#contract/webhook/webhook.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkPin } from '#server/identity/pins.ts'
import { webhookAddressOf } from './address.ts'
import type { WebhookContext } from './context.ts'
import { dropJobs, isMeant, jobsOf, sendAgain } from './queue.ts'
import type { WebhookRow } from './rows.ts'

const names = event.def.options.flatMap(({ def }) => def.shape.ev.def.values)

const viewOf = (ctx: WebhookContext, hook: WebhookRow): Webhook => {
  const jobs = jobsOf(ctx, hook.id)
  const waiting = jobs.filter(({ deadAt }) => deadAt === null)
  const { id, url, events, status, lost, at, old, endedAt } = hook
  const isFailing = waiting.some(({ tries }) => tries > 0)
  return {
    id,
    url,
    events: [...events],
    state: endedAt !== null ? 'ended' : isFailing ? 'failing' : 'on',
    status,
    waiting: waiting.length,
    lost,
    created_ms: at,
    turned_until_ms: old !== null && old.until > ctx.now() ? old.until : null,
    undelivered: jobs
      .filter(({ deadAt }) => deadAt !== null)
      .map((job) => ({ id: job.id, event: job.event, at_ms: job.at, tries: job.tries, status: job.status })),
  }
}
/** 192 random bits, as the standard has secrets. */
const newSecret = ({ random }: WebhookContext) => Buffer.from(random.bytes(24)).toString('base64')
const told = (ctx: WebhookContext, hook: WebhookRow) => ({
  hook: viewOf(ctx, ctx.tables.webhooks.put(hook)),
  secret: `whsec_${hook.secret}`,
})
/** One of somebody else is not found. */
const ownOf = ({ tables }: Pick<WebhookContext, 'tables'>, user: number, id: number) => {
  const hook = tables.webhooks.get(id)
  if (!hook || hook.user !== user) throw new Refusal('not_found')
  return hook
}
const checkRoom = ({ tables }: Pick<WebhookContext, 'tables'>, user: number) => {
  if (tables.webhooks.group('user', user).length >= maxWebhooks)
    throw new Refusal('webhook_limit', { max: maxWebhooks })
}

export const webhookHandlers: Handlers<typeof webhooks, WebhookContext> = {
  list: (ctx, { user }) => ({
    list: [...ctx.tables.webhooks.group('user', user)].toSorted((a, b) => a.id - b.id).map((hook) => viewOf(ctx, hook)),
    max: maxWebhooks,
    server_now_ms: ctx.now(),
  }),
  add: {
    prepare: async (asyncCtx, { user }, { url, events = [], pay_password }) => {
      const { ctx } = asyncCtx
      if (webhookAddressOf(url, ctx.settings.webhook.isLocal) === null) throw new Refusal('webhook_address')
      const unknown = events.find((wanted) => !names.some((name) => isMeant(wanted, name)))
      if (unknown !== undefined) throw new Refusal('webhook_event', { value: unknown })
      checkRoom(ctx, user)
      await checkPin(asyncCtx, user, pay_password)
      return (inside) => {
        checkRoom(inside, user)
        const { tables, now } = inside
        const fresh = { id: tables.webhooks.nextId(), user, url, events, secret: newSecret(inside), at: now() }
        return told(inside, { ...fresh, old: null, endedAt: null, status: null, lost: 0 })
      }
    },
  },
  turn: {
    prepare: async (asyncCtx, { user }, { id, pay_password }) => {
      ownOf(asyncCtx.ctx, user, id)
      await checkPin(asyncCtx, user, pay_password)
      return (ctx) => {
        const hook = ownOf(ctx, user, id)
        const old = { secret: hook.secret, until: ctx.now() + turnMs }
        return told(ctx, { ...hook, secret: newSecret(ctx), old })
      }
    },
  },
  end: (ctx, { user }, { id }) => {
    const hook = ownOf(ctx, user, id)
    dropJobs(ctx, hook.id)
    ctx.tables.webhooks.remove(hook.id)
    return { id }
  },
  redeliver: (ctx, { user }, { id }) => {
    const hook = ownOf(ctx, user, id)
    if (hook.endedAt === null) sendAgain(ctx, hook.id)
    return viewOf(ctx, hook)
  },
}
