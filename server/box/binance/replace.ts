import type { Caller } from '#server/core/context.ts'
import { fieldOf, missing, WireError, wireErrorFrom, type Fields } from './ports.ts'

/** One of the two things that a replacement does. */
type Half = { readonly result: 'SUCCESS' | 'FAILURE' | 'NOT_ATTEMPTED'; readonly response: object | null }

type Act = (fields: Fields, caller: Caller) => Promise<object>
type Ports = {
  /** Refuses a form that makes no sense, before anything is cancelled. */
  readonly check: (fields: Fields) => void
  readonly cancel: Act
  readonly submit: Act
}
/** Each half tells what became of it; where the first one is refused the second one is not begun, unless it may be. */
export function createReplace({ check, cancel, submit }: Ports) {
  return async (fields: Fields, caller: Caller) => {
    const mode = fieldOf(fields, 'cancelReplaceMode')
    if (mode !== 'STOP_ON_FAILURE' && mode !== 'ALLOW_FAILURE') throw missing('cancelReplaceMode')
    const { cancelOrderId: orderId, cancelOrigClientOrderId: origClientOrderId, ...wish } = fields
    const named = {
      symbol: fieldOf(fields, 'symbol'),
      ...(orderId && { orderId }),
      ...(origClientOrderId && { origClientOrderId }),
    }
    const tried = (work: () => Promise<object>): Promise<Half> =>
      work().then(
        (response) => ({ result: 'SUCCESS', response }),
        (thrown: unknown) => {
          const { code, message: msg } = wireErrorFrom(thrown)
          return { result: 'FAILURE', response: { code, msg } }
        },
      )
    // A form that makes no sense cancels nothing.
    check(fields)
    const gone = await tried(() => cancel(named, caller))
    const goesOn = gone.result === 'SUCCESS' || mode === 'ALLOW_FAILURE'
    const made: Half = goesOn ? await tried(() => submit(wish, caller)) : { result: 'NOT_ATTEMPTED', response: null }
    const told = {
      cancelResult: gone.result,
      newOrderResult: made.result,
      cancelResponse: gone.response,
      newOrderResponse: made.response,
    }
    const done = [gone, made].filter(({ result }) => result === 'SUCCESS').length
    if (done === 2) return told
    if (done === 1) throw new WireError(-2021, 'Order cancel-replace partially failed.', 409, told)
    throw new WireError(-2022, 'Order cancel-replace failed.', 400, told)
  }
}
