import { otc, type Ad, type OtcOrder } from '#contract/otc.ts'
import { otcAdvertMachine, type AdChange, type AdChanged } from '#machines/otc-advert.ts'
import { otcOrderMachine, type OtcChange, type OtcOrderChanged, type OtcTicked } from '#machines/otc-order.ts'
import type { Services } from '#src/actors/services.tsx'
import { readAgain$ } from '#src/actors/read-again.ts'
import { createStep, stepLogic, type StepCall, type StepPorts } from '#src/actors/step.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'
import { fromEventObservable } from 'xstate'

type Ports = StepPorts & Pick<Services, 'feeds'>

/** Joins the machine of one order to its calls and to what is pushed and read about it. */
export const otcOrderLogic = ({ feeds, ...ports }: Ports) => {
  const { request, time } = ports
  const pay = createStep(ports, otc.pay)
  const confirm = createStep(ports, otc.confirm)
  const cancel = createStep(ports, otc.cancelOrder)
  const appeal = createStep(ports, otc.appeal)
  const offer = createStep(ports, otc.offer)
  const agree = createStep(ports, otc.agree)
  const callOf = ({ id, expect, action, details, key }: OtcChange): StepCall<OtcOrder> => {
    const { vouchers = [], problem = '', pin = '', toBuyer = '', offerNo = 0 } = details
    const secret = pin === '' ? {} : { pay_password: pin }
    if (action === 'pay') return pay.call({ id, expect, vouchers: [...vouchers] }, key)
    if (action === 'undo') return pay.call({ id, expect, undo: true }, key)
    if (action === 'confirm') return confirm.call({ id, expect, pay_password: pin }, key)
    if (action === 'appeal') return appeal.call({ id, expect, problem, vouchers: [...vouchers] }, key)
    if (action === 'offer') return offer.call({ id, expect, to_buyer: toBuyer, ...secret }, key)
    if (action === 'agree') return agree.call({ id, expect, no: offerNo, ...secret }, key)
    return cancel.call({ id, expect }, key)
  }
  return otcOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<OtcOrderChanged | OtcTicked, { id: string }>(({ input }) =>
        merge(
          merge(
            feeds.otcOrderNews$,
            merge(
              feeds.otcOrders$.pipe(mergeMap(({ value }) => value ?? [])),
              readAgain$(feeds, () => request.read(otc.order, { id: input.id }), time),
            ).pipe(map((order) => ({ order, why: null }))),
          ).pipe(
            filter(({ order }) => order.id === input.id),
            map(({ order, why }): OtcOrderChanged => ({ type: 'order.changed', order, why })),
          ),
          feeds.serverTime$.pipe(map((now): OtcTicked => ({ type: 'clock.ticked', now }))),
        ),
      ),
      step: stepLogic<OtcChange, OtcOrder>(callOf),
    },
  })
}

/** Joins the machine of one ad to its calls and to what is pushed about it. */
export const otcAdvertLogic = ({ feeds, ...ports }: Ports) => {
  const { request, time } = ports
  const shelf = createStep(ports, otc.shelf)
  const takeBack = createStep(ports, otc.takeBack)
  return otcAdvertMachine.provide({
    actors: {
      watchAd: fromEventObservable<AdChanged, { id: string }>(({ input }) =>
        merge(
          feeds.otcAd$,
          readAgain$(feeds, () => request.read(otc.ad, { id: input.id }), time),
        ).pipe(
          filter(({ id }) => id === input.id),
          map((ad): AdChanged => ({ type: 'ad.changed', ad })),
        ),
      ),
      step: stepLogic<AdChange, Ad>(({ id, expect, action, key }) =>
        action === 'takeBack'
          ? takeBack.call({ id, expect }, key)
          : shelf.call({ id, expect, is_shelves: action === 'putOn' ? 'on' : 'off' }, key),
      ),
    },
  })
}
