import type { MoneyGap } from '#contract/desk/desk-money.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** How each setting that production cannot do without is told to be missing. */
const needs: readonly { isMet: (env: Env) => boolean; says: string }[] = [
  { isMet: ({ DEMO }) => DEMO !== '1', says: 'DEMO=1 is play money: it cannot be combined with NODE_ENV=production.' },
  {
    isMet: ({ ORIGINS }) => ORIGINS !== undefined,
    says: 'ORIGINS is missing: the address people open, like https://kontor.example; live data is sent to no other page.',
  },
  {
    isMet: ({ SMTP_URL }) => SMTP_URL !== undefined,
    says: 'SMTP_URL is missing: without mail nobody can register or recover an account.',
  },
  {
    isMet: ({ MAIL_FROM }) => MAIL_FROM !== undefined,
    says: 'MAIL_FROM is missing: the sender of that mail, like Kontor <no-reply@kontor.example>.',
  },
  {
    isMet: ({ PRICE_FEEDS }) => namesIn(PRICE_FEEDS).length >= 2,
    says: 'PRICE_FEEDS names fewer than two price sources: no market has a price without two.',
  },
  {
    isMet: ({ DESK_ACCOUNTS }) => namesIn(DESK_ACCOUNTS).length > 0,
    says: 'DESK_ACCOUNTS is missing: without an operator, named by mail or phone, nobody can pass verification or be paid out.',
  },
]
const namesIn = (list: string | undefined) => (list ?? '').split(',').filter((name) => name.trim() !== '')

/** One sentence for each thing that production needs and the environment lacks; none outside of production. */
export const missingIn = (env: Env): readonly string[] =>
  env['NODE_ENV'] === 'production' ? needs.filter(({ isMet }) => !isMet(env)).map(({ says }) => says) : []

/** What will not work but does not keep the venue from starting. */
export const warningsFor = (env: Env): readonly string[] => {
  const codes =
    env['VERIFICATION'] === '0' && (env['NODE_ENV'] === 'production' || env['DEMO'] === '0')
      ? ['VERIFICATION=0 is ignored outside of demo mode: anyone could register with the address of somebody else.']
      : []
  const faults =
    env['KONTOR_FAULTS'] !== undefined && (env['NODE_ENV'] === 'production' || env['DEMO'] === '0')
      ? ['KONTOR_FAULTS is ignored outside of demo mode.']
      : []
  if (env['NODE_ENV'] !== 'production') return [...codes, ...faults]
  return [
    ...codes,
    ...faults,
    ...(env['SMS_WEBHOOK'] === undefined
      ? ['SMS_WEBHOOK is not set: nobody can register or log in with a phone number.']
      : []),
    ...(env['METRICS_TOKEN'] === undefined ? ['METRICS_TOKEN is not set: /metrics is closed.'] : []),
  ]
}

/** What keeps money from moving in a venue that has started; the desk shows the same. */
export const gapSays: Readonly<Record<MoneyGap['gap'], string>> = {
  one_desk: 'DESK_ACCOUNTS names fewer than two operators: what takes two people at the desk can never be passed.',
  no_network: 'no deposit network is open: no coin can come in until two people at the desk have opened one.',
  no_account: 'no bank account is open: nobody can pay in by bank until two people at the desk have entered one.',
  pool_empty: 'no deposit address is left on this network: nobody new can deposit there.',
  stray: 'a deposit was seen that belongs to nobody or is too small to credit: look at it at the desk.',
  lost: 'a deposit that was credited has vanished from its chain: look at it at the desk.',
  pool_low: 'few deposit addresses are left on this network: import more at the desk.',
}
