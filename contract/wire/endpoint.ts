import * as z from 'zod/mini'
import type { Reason } from './refusals.ts'

/**
 * Who may call: `any` anyone, `in` logged in, `k1` and `k2` with primary or advanced KYC passed, `pw:<power>` users
 * with that power; `|` between powers means any of them.
 */
export type Who = 'any' | 'in' | 'k1' | 'k2' | `pw:${string}`

/** What an API key may do: `trade` includes `read`. There is no scope that lets money leave. */
export const apiScope = z.enum(['read', 'trade'])
export type ApiScope = z.output<typeof apiScope>
/** What an API key may see and do beside that, each for itself: what is said there is of other people too. */
export const apiArea = z.enum(['otc', 'chat', 'alerts'])
export type ApiArea = z.output<typeof apiArea>

/**
 * Envelope of the answer (W-1). `plain`: payload in `message`. `said`: a sentence in `message`, payload in `data`.
 * `beside`: the payload itself has `message` and `data`. `msg` and `chat`: envelopes with a numeric `code`.
 */
export type Wrap = 'plain' | 'said' | 'beside' | 'msg' | 'chat'

type Call<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below `/api/`, or below `/chat/` when `wrap` is `chat`. */
  readonly path: string
  /** What it does, in one sentence for the documents; the app does not carry it. */
  readonly description?: string
  /** Other paths of the same call. */
  readonly aliases?: readonly string[]
  readonly who: Who
  /** The scope an API key needs for this call. Without one a key is refused, except for reads that anyone may make. */
  readonly scope?: ApiScope | ApiArea
  /** A key with caps may make this change: it counts against them, or risks nothing. */
  readonly isCapped?: true
  readonly wrap: Wrap
  /**
   * A pace narrower than that of all calls (W-17). `guess`: it checks a secret or reveals whether an account exists.
   * `code`: it sends a code by mail or text message, which costs money.
   */
  readonly rate?: 'guess' | 'code'
  /** `form`: the client sends the body form-encoded. */
  readonly body?: 'json' | 'form'
  /** The answer contains a secret (a token or code), so it is never stored under its key. */
  readonly isSecret?: true
  /** To a logged-in caller without the power the call does not exist: `not_found` instead of `forbidden`. */
  readonly isHidden?: true
  /** Answered even while nothing can be stored: it asks about the past. */
  readonly isAsking?: true
  /**
   * In the envelope of the chat service the payload is not under `data` but is spread: it has `data` and more beside
   * it.
   */
  readonly isBeside?: true
  readonly input: Input
  readonly output: Output
  readonly refusals: readonly Reason[]
}

/** One call: who may make it, whether it reads or changes, its input, its output, and its refusals. */
export type Endpoint<
  Does extends 'reads' | 'changes' = 'reads' | 'changes',
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> = Call<Input, Output> & { readonly does: Does }

export type InputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** Declares a call that changes nothing and may be repeated at will. */
export const read = <I extends z.ZodMiniType, O extends z.ZodMiniType>(call: Call<I, O>): Endpoint<'reads', I, O> => ({
  ...call,
  does: 'reads',
})

/**
 * Declares a call with an effect. It is sent with an idempotency key, so that repeating it has one effect, even if its
 * method is GET.
 */
export const change = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  call: Call<I, O>,
): Endpoint<'changes', I, O> => ({
  ...call,
  does: 'changes',
})

/** The URL path of a call. */
export const urlOf = ({ wrap, path }: Pick<Endpoint, 'wrap' | 'path'>) =>
  wrap === 'chat' ? `/chat/${path}` : `/api/${path}`

/**
 * Refusals shared by groups of calls: those that check the fund password, and those that check a verification code
 * (W-12, W-14).
 */
export const PIN = [
  'pay_password_required',
  'pay_password_malformed',
  'pay_password_unset',
  'pay_password_wrong',
  'pay_password_locked',
] as const satisfies readonly Reason[]
export const CODE = [
  'code_required',
  'code_wrong',
  'code_expired',
  'code_too_many',
] as const satisfies readonly Reason[]
