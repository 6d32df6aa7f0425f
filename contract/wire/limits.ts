/** Constants shared by client and server. */
export const limits = {
  minPasswordLength: 6,
  maxPasswordLength: 64,
  fundPasswordDigits: 6,
  codeLifeMs: 600_000,
  codeAgainMs: 60_000,
  maxGuesses: 5,
  maxSessions: 5,
  sessionLifeMs: 7 * 86_400_000,
  keyLifeMs: 7 * 86_400_000,
  bodyBytes: 64 * 1024,
  pictureBytes: 10 * 1024 * 1024,
  chatFileBytes: 50 * 1024 * 1024,
  requestTimeoutMs: 60_000,
  loadingDelayMs: 1000,
  loadingHideMs: 10_000,
  toastMs: 1500,
  toastErrorMs: 4000,
  doubleTapMs: 2000,
  loginRedirectLockMs: 1000,
  pageDelayMs: 200,
  pageTimeoutMs: 60_000,
  staleAfterMs: 5000,
  /** A limit price so many percent from the market needs a consent: where it rests, and where it fills at once. */
  priceWarnPercent: { rests: '5', fills: '3' },
  maxCandles: 1000,
} as const

export const appVersion = { name: '1.2.0', code: 120 } as const

/** The coin in which everything is valued. */
export const baseCoin = { id: 3, name: 'USDT' } as const
