import type * as z from 'zod/mini'
import type { Reason } from './refusals.ts'

/** Who may call: anyone, logged in, with primary or advanced KYC passed, or the holder of a power. */
export type Who = 'any' | 'in' | 'k1' | 'k2' | `pw:${string}`

/**
 * How the answer is wrapped (W-1): `plain` payload in `message`; `said` a sentence in `message`, payload in `data`;
 * `beside` payload is `{message, data}` itself; `msg` and `chat` the envelopes with a number.
 */
export type Wrap = 'plain' | 'said' | 'beside' | 'msg' | 'chat'

type Call<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below `/api/`, or below `/chat/` when `wrap` is `chat`. */
  readonly path: string
  /** Other paths the family uses for the same call. */
  readonly aliases?: readonly string[]
  readonly who: Who
  readonly wrap: Wrap
  /** `form`: our client sends it form-encoded. */
  readonly body?: 'json' | 'form'
  /** Its answer bears a token: never kept under its key. */
  readonly isSecret?: true
  readonly input: Input
  readonly output: Output
  readonly refusals: readonly Reason[]
}

/** One call the app may make: who may, what it does, what it carries, what comes back, what may be refused. */
export type Endpoint<
  Does extends 'reads' | 'changes' = 'reads' | 'changes',
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> = Call<Input, Output> & { readonly does: Does }

export type InputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** May be asked again at will. */
export const read = <I extends z.ZodMiniType, O extends z.ZodMiniType>(call: Call<I, O>): Endpoint<'reads', I, O> => ({
  ...call,
  does: 'reads',
})

/** Moves something: travels with a key, so that sending it twice moves it once, also where the wire says GET. */
export const change = <I extends z.ZodMiniType, O extends z.ZodMiniType>(call: Call<I, O>): Endpoint<'changes', I, O> => ({
  ...call,
  does: 'changes',
})

/** Where a call lies on the host. */
export const urlOf = ({ wrap, path }: Pick<Endpoint, 'wrap' | 'path'>) => (wrap === 'chat' ? `/chat/${path}` : `/api/${path}`)

/** Refusals common to whole groups of calls (W-12, W-14). */
export const PIN = [
  'pay_password_required',
  'pay_password_malformed',
  'pay_password_unset',
  'pay_password_wrong',
  'pay_password_locked',
] as const satisfies readonly Reason[]
export const CODE = ['code_required', 'code_wrong', 'code_expired', 'code_too_many'] as const satisfies readonly Reason[]
