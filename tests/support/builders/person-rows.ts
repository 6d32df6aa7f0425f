import { botUser } from '#server/identity/people.ts'
import { kycId, type FileRow, type Kyc, type User } from '#server/identity/rows.ts'

/** The row of an account, as if it had been registered. */
export const aUserRow = (id: number, changes: Partial<User> = {}): User => ({
  ...botUser({ id, nickname: `n${id}`, createdAt: 0 }),
  email: `${id}@kontor.test`,
  code: `c${id}`,
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
