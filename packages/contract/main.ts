export {
  apiArea,
  apiScope,
  urlOf,
  type ApiArea,
  type ApiScope,
  type Endpoint,
  type InputOf,
  type OutputOf,
} from '#contract/wire/endpoint.ts'
export {
  compareDec,
  decimalsOf,
  divDown,
  divUp,
  fixedDec,
  formatDec,
  isDec,
  mulDec,
  parseDec,
  rescale,
} from '#contract/wire/money.ts'
export { commonRefusals, refusals, type Reason } from '#contract/wire/refusals.ts'
export { type Failure, type Params, type Reply } from '#contract/wire/reply.ts'
export { decode, encode } from '#contract/wire/coded.ts'
export { bookChecksum } from '#contract/wire/checksum.ts'
export { closeCodes, closePolicy } from '#contract/wire/close.ts'
export { down, type Down, type Push } from '#contract/wire/down.ts'
export { paces } from '#contract/wire/paces.ts'
export { protocol, up, type Up } from '#contract/wire/up.ts'
