export { otc } from '#contract/otc/otc.ts'
export { ad, otcOrder, type Ad, type OtcOrder } from '#contract/otc/otc-order.ts'
