import { kycId, type FileRow, type Kyc, type User } from '#server/identity/rows.ts'

/** The row of an account, as if it had been registered. */
export const aUserRow = (id: number, changes: Partial<User> = {}): User => ({
  id,
  nickname: `n${id}`,
  avatar: null,
  email: `${id}@kontor.test`,
  mobile: null,
  password: '',
  pin: null,
  inviter: null,
  code: `c${id}`,
  line: null,
  lang: 'en',
  agentLevel: 0,
  powers: [],
  accountUntil: 0,
  tradeUntil: 0,
  withdrawUntil: 0,
  lockReason: null,
  signature: null,
  sex: 'unset',
  address: null,
  createdAt: 0,
  ...changes,
})

/** A verification that has passed. */
export const aKycRow = (user: number, level: 1 | 2, at: number, changes: Partial<Kyc> = {}): Kyc => ({
  id: kycId(user, level),
  user,
  level,
  status: 'passed',
  reason: null,
  name: 'A',
  country: 'HK',
  card: `C${user}${level}`,
  address: null,
  front: null,
  reverse: null,
  hand: null,
  submittedAt: at,
  reviewedAt: at,
  rev: 1,
  ...changes,
})

/** An uploaded picture, in the folder that its path names. */
export const aFileRow = (user: number, id: string, at: number, changes: Partial<FileRow> = {}): FileRow => ({
  id,
  user,
  folder: id.split('/')[0] ?? '',
  name: id,
  type: 'image/png',
  size: 1,
  width: 1,
  height: 1,
  at,
  ...changes,
})
