import { AutoLock } from '#src/app/lock/lock-screen.tsx'
import { SecurityPage } from '#src/features/account/security-page.tsx'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { chooseLock, readMark, writeMark } from '#src/stores/lock-mark.ts'
import { useSession } from '#src/stores/session.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

const minuteMs = 60_000
const nowMs = 1_790_000_000_000
const clocks = (agoMs: number) => ({ serverMs: nowMs - agoMs, deviceMs: Date.now() - agoMs })
afterEach(() => act(() => chooseLock(0, nowMs, Date.now())))

/** Somebody is here and has not touched the app for six of the five minutes. */
const away = async (answers: Readonly<Record<string, unknown>> = {}) => {
  const shown = await showPage(<AutoLock />, { nowMs, answers })
  act(() => writeMark({ minutes: 5, touched: clocks(6 * minuteMs), isLocked: false }))
  return shown
}
const lockNow = () => fireEvent(window, new Event('focus'))
const unlockWith = (password: string) => {
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }))
}

test('ALOCK-1 who comes back too late is asked for the password; the first touch is no way around it', async () => {
  await away()
  expect([screen.queryByRole('dialog'), useAutoLock.getState().state]).toEqual([null, 'open'])
  fireEvent.pointerDown(document.body)
  expect(await screen.findByRole('dialog', { name: 'Locked' })).toBeVisible()
  expect([useAutoLock.getState().state, readMark().isLocked]).toEqual(['locked', true])
})
test('ALOCK-2 it locks by the second, without anybody doing anything, and is locked after a reload', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { unmount } = await away()
  act(() => void vi.advanceTimersByTime(1000))
  expect(useAutoLock.getState().state).toBe('locked')
  unmount()
  vi.useRealTimers()
  expect([useAutoLock.getState().state, readMark()]).toEqual(['unsure', expect.objectContaining({ minutes: 5, isLocked: true })])
})
test('ALOCK-2 a mark of which a part cannot be read is locked, one that is none locks nobody out', async () => {
  await away()
  localStorage.setItem('kontor.autoLock', '{"minutes":5,"touched":7}')
  expect(readMark()).toEqual({ minutes: 5, touched: { serverMs: 0, deviceMs: 0 }, isLocked: true })
  localStorage.setItem('kontor.autoLock', '[]')
  expect(readMark().minutes).toBe(0)
})
test('ALOCK-3 another tab locks this one, and unlocks it', async () => {
  await away()
  const other = (isLocked: boolean) => {
    localStorage.setItem('kontor.autoLock', JSON.stringify({ minutes: 5, touched: clocks(0), isLocked }))
    fireEvent(window, new StorageEvent('storage', { key: 'kontor.autoLock' }))
  }
  other(true)
  expect(await screen.findByRole('dialog', { name: 'Locked' })).toBeVisible()
  other(false)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
test('ALOCK-4 a wrong password tells how many tries are left, a blank one is not sent, the right one opens', async () => {
  const answers: Record<string, unknown> = { '/api/user/unlock': { type: 'error', message: 'Wrong.', reason: 'login_wrong', params: { left: 4 } } }
  const { asked } = await away(answers)
  lockNow()
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }))
  expect(await screen.findByText('Enter the password.')).toBeVisible()
  unlockWith('wrong12')
  expect(await screen.findByText('Wrong password. Tries left: 4.')).toBeVisible()
  answers['/api/user/unlock'] = { type: 'ok', data: {} }
  unlockWith('secret1')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter(({ path }) => path === '/api/user/unlock').map(({ body }) => body)).toEqual([{ password: 'wrong12' }, { password: 'secret1' }])
  expect(readMark()).toMatchObject({ isLocked: false, touched: { serverMs: nowMs } })
})
test('ALOCK-5 a dialog that opens behind the lock does not come above it, and nothing closes it', async () => {
  const { container } = await away()
  lockNow()
  const lock = await screen.findByRole('dialog', { name: 'Locked' })
  const raised = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  const late = container.appendChild(document.createElement('dialog'))
  late.setAttribute('open', '')
  await waitFor(() => expect(new Set(raised.mock.contexts)).toEqual(new Set([lock])))
  lock.removeAttribute('open')
  fireEvent(lock, new Event('close'))
  expect(lock).toHaveAttribute('open')
  expect(fireEvent(lock, new Event('cancel', { cancelable: true }))).toBe(false)
})
test('ALOCK-6 logging out is offered, and a login by hand begins open', async () => {
  await away()
  lockNow()
  fireEvent.click(await screen.findByRole('button', { name: 'Log out instead' }))
  act(() => useSession.setState({ phase: 'out', token: null, user: null }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readMark()).toMatchObject({ minutes: 5, isLocked: false })
  act(() => useSession.setState({ phase: 'in' }))
  expect([useAutoLock.getState().state, readMark().touched.serverMs]).toEqual(['open', nowMs])
})
test('ALOCK-6 the security centre offers off, 1, 5, 15 and 60 minutes; off is the first choice', async () => {
  await showPage(<SecurityPage />, { nowMs, answers: { '/api/user/protection': said({ mail_word: null, totp: 0, recovery_left: 0 }) } })
  fireEvent.click(screen.getByRole('button', { name: /^Auto-lock/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Auto-lock' }))
  expect(sheet.getAllByRole('radio').map(({ textContent, ariaChecked }) => [textContent, ariaChecked])).toEqual([
    ['Off', 'true'], ['After 1 minute', 'false'], ['After 5 minutes', 'false'], ['After 15 minutes', 'false'], ['After 60 minutes', 'false'],
  ])
  fireEvent.click(sheet.getByRole('radio', { name: 'After 15 minutes' }))
  expect(readMark()).toMatchObject({ minutes: 15, touched: { serverMs: nowMs }, isLocked: false })
  expect(screen.getByRole('button', { name: /^Auto-lock/ })).toHaveTextContent('After 15 minutes')
})
