import { otc } from '#contract/otc/otc.ts'
import type { Ad, OtcOrder, OtcOrderWhy } from '#contract/otc/otc-order.ts'
import { otcAdvertMachine, type AdChange } from '#machines/otc/otc-advert.ts'
import { otcOrderMachine, type OtcChange } from '#machines/otc/otc-order.ts'
import type { Services } from '#src/actors/services.tsx'
import { readAgain$ } from '#src/actors/read-again.ts'
import { createStep, stepLogic, type StepCall, type StepPorts } from '#src/actors/step.actors.ts'
import { watchLogic } from '#src/actors/watch.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'

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
      watch: watchLogic<OtcOrder, OtcOrderWhy>(
        ({ id }) =>
          merge(
            feeds.otcOrderNews$.pipe(map(({ order, why }) => ({ copy: order, why }))),
            merge(
              feeds.otcOrders$.pipe(mergeMap(({ value }) => value ?? [])),
              readAgain$(feeds, () => request.read(otc.order, { id }), time),
            ).pipe(map((copy) => ({ copy }))),
          ).pipe(filter(({ copy }) => copy.id === id)),
        feeds.serverTime$,
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
      watch: watchLogic<Ad>(({ id }) =>
        merge(
          feeds.otcAd$,
          readAgain$(feeds, () => request.read(otc.ad, { id }), time),
        ).pipe(
          filter((copy) => copy.id === id),
          map((copy) => ({ copy })),
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
