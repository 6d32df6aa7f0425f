/** WebSocket close codes; each determines what the client does next (`closePolicy`). */
export const closeCodes = {
  restart: 4000,
  tooSlow: 4001,
  silent: 4002,
  fault: 4003,
  tokenExpired: 4100,
  cursorsInvalid: 4101,
  tooMany: 4102,
  move: 4200,
  frameBad: 4400,
  tokenBad: 4401,
  forbidden: 4403,
  authLate: 4408,
  replaced: 4409,
  tooBig: 4413,
  appTooOld: 4426,
  loggedOut: 4999,
} as const

/** What a client does after a close. An unrequested 1000 is treated like a lost connection. */
export type ClosePolicy = 'backOff' | 'authAnew' | 'dropCursors' | 'waitAfter' | 'atOnce' | 'stop' | 'logOut'

export const closePolicy = (code: number): ClosePolicy => {
  if (code === closeCodes.loggedOut) return 'logOut'
  if (code >= 4300) return 'stop'
  if (code === closeCodes.tokenExpired) return 'authAnew'
  if (code === closeCodes.cursorsInvalid) return 'dropCursors'
  if (code === closeCodes.tooMany) return 'waitAfter'
  if (code === closeCodes.move) return 'atOnce'
  return 'backOff'
}
