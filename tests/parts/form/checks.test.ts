import {
  accountFault,
  accountOf,
  codeFault,
  fundPasswordFault,
  newPinFault,
  passwordFault,
  repeatFault,
  totpFault,
} from '#src/parts/form/checks.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { expect, test } from 'vitest'

test.each([
  ['mobile', '', 'session:faults.phoneRequired'],
  ['mobile', '   ', 'session:faults.phoneRequired'],
  ['mobile', '1234', 'session:faults.phoneMalformed'],
  ['mobile', '12345', null],
  ['mobile', '(090) 1234-5678', null],
  ['mobile', '1234567890123456', 'session:faults.phoneMalformed'],
  ['mobile', 'abc12345', 'session:faults.phoneMalformed'],
  ['email', '', 'session:faults.emailRequired'],
  ['email', 'a@b', 'session:faults.emailMalformed'],
  ['email', 'a b@c.de', 'session:faults.emailMalformed'],
  ['email', ' a@b.de ', null],
  ['email', `${'a'.repeat(100)}@b.de`, 'session:faults.emailMalformed'],
] as const)('REG-1 %s %j: %s', (kind, typed, fault) => {
  expect(accountFault(kind, typed)).toBe(fault)
})

test('REG-1 a phone number is sent as digits, an email trimmed', () => {
  expect(accountOf('mobile', '(090) 12-34.56')).toBe('090123456')
  expect(accountOf('email', ' a@b.de ')).toBe('a@b.de')
})

test.each([
  [codeFault, '', 'session:faults.codeRequired'],
  [codeFault, '12345', 'session:faults.codeMalformed'],
  [codeFault, '123456', null],
  [passwordFault, '', 'session:faults.passwordRequired'],
  [passwordFault, '12345', 'session:faults.passwordTooShort'],
  [passwordFault, 'Tide 9', null],
  [passwordFault, '123456', 'refusals:password_common'],
  [totpFault, '', 'refusals:totp_required'],
  [totpFault, '12345', 'session:faults.totpMalformed'],
  [totpFault, '123 456', null],
  [totpFault, 'abcde-23456', null],
  [passwordFault, 'x'.repeat(65), 'session:faults.passwordTooLong'],
  [fundPasswordFault, '', 'session:faults.passwordRequired'],
  [fundPasswordFault, '12345a', 'session:faults.fundPasswordMalformed'],
  [fundPasswordFault, '123456', null],
  [newPinFault, '123456', 'refusals:pay_password_common'],
  [newPinFault, '12345', 'session:faults.fundPasswordMalformed'],
  [newPinFault, '246813', null],
] as const)('REG-2 %o on %j: %s', (check, typed, fault) => {
  expect(check(typed)).toBe(fault)
})

test('REG-3 the repeated password is required and must be equal', () => {
  expect([repeatFault('secret1', ''), repeatFault('secret1', 'secret2'), repeatFault('secret1', 'secret1')]).toEqual([
    'session:faults.repeatRequired',
    'session:faults.passwordMismatch',
    null,
  ])
})

test('MONEY-30 a balance that is not known yet is no reason to hold an amount back', () => {
  expect(amountFault('5', { free: null })).toBeNull()
  expect(amountFault('5', { free: '4.9' })).toBe('refusals:insufficient_balance')
})
