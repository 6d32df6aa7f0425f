import { ToastLayer } from '#src/app/toast-layer.tsx'
import { toast, useToasts } from '#src/stores/toasts.ts'
import { act, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test, vi } from 'vitest'

test('TOAST-1 a toast whose words are still being loaded hides no other one, and is shown when they are there', async () => {
  const words = Promise.withResolvers<object>()
  const i18n = createInstance()
  await i18n
    .use({
      type: 'backend',
      read: (_: string, __: string, done: (error: null, texts: object) => void) =>
        void words.promise.then((texts) => done(null, texts)),
    })
    .use(initReactI18next)
    .init({
      lng: 'en',
      fallbackLng: false,
      ns: ['shell', 'account'],
      partialBundledLanguages: true,
      resources: { en: { shell: {}, account: { saved: 'Saved' } } },
    })
  useToasts.setState({ toasts: [] })
  render(
    <I18nextProvider i18n={i18n}>
      <ToastLayer />
    </I18nextProvider>,
  )
  act(() => toast('account:saved'))
  expect(screen.getByText('Saved')).toBeVisible()
  act(() => toast('left:done'))
  expect(screen.getByText('Saved')).toBeVisible()
  words.resolve({ done: 'Carried out' })
  expect(await screen.findByText('Carried out')).toBeVisible()
  expect(screen.getByText('Saved')).toBeVisible()
})
test('TOAST-2 a toast goes after one and a half seconds, one that tells of a failure after four', async () => {
  vi.useFakeTimers()
  const i18n = createInstance()
  const account = { saved: 'Saved', failed: 'Failed' }
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', ns: ['shell', 'account'], resources: { en: { shell: {}, account } } })
  useToasts.setState({ toasts: [] })
  render(
    <I18nextProvider i18n={i18n}>
      <ToastLayer />
    </I18nextProvider>,
  )
  act(() => toast('account:saved'))
  act(() => toast('account:failed', {}, 'error'))
  const shown = () => ['Saved', 'Failed'].filter((text) => screen.queryByText(text) !== null)
  act(() => void vi.advanceTimersByTime(1499))
  expect(shown()).toEqual(['Saved', 'Failed'])
  act(() => void vi.advanceTimersByTime(1))
  expect(shown()).toEqual(['Failed'])
  act(() => void vi.advanceTimersByTime(2499))
  expect(shown()).toEqual(['Failed'])
  act(() => void vi.advanceTimersByTime(1))
  expect(shown()).toEqual([])
  vi.useRealTimers()
})
