import { syncLanguage } from '#src/app/engine.ts'
import { useLanguage, useRiseColour } from '#src/app/language.ts'
import { LanguagePage } from '#src/features/account/language-page.tsx'
import { firstSettings, useSettings } from '#src/stores/settings.ts'
import { serve, showWithServices } from '#tests/support/services.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTranslation } from 'react-i18next'

function Page() {
  const { i18n } = useTranslation()
  useLanguage(i18n)
  useRiseColour()
  return <LanguagePage />
}

beforeEach(() => {
  localStorage.clear()
  useSettings.setState({ ...firstSettings, lang: 'en', riseColor: 'green' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('LANG-7 a tap changes the language at once: texts, the document, the server', async () => {
  const asked = serve({ '/api/set/lang': { type: 'ok', message: 'jp' } })
  const { services } = await showWithServices(<Page />)
  syncLanguage(services.request)
  await userEvent.click(screen.getByRole('radio', { name: '日本語' }))
  expect(await screen.findByRole('heading', { name: '言語' })).toBeVisible()
  expect(document.documentElement.lang).toBe('ja')
  await waitFor(() => expect(asked).toEqual([{ path: '/api/set/lang', body: { lang: 'jp' } }]))
})

test('LANG-8 the colour of a rise follows the convention of the language', async () => {
  serve({})
  await showWithServices(<Page />)
  expect(document.documentElement.dataset['rise']).toBe('green')
  await userEvent.click(screen.getByRole('radio', { name: '한국어' }))
  expect(document.documentElement.dataset['rise']).toBe('red')
  await userEvent.click(screen.getByRole('radio', { name: 'English' }))
  expect(document.documentElement.dataset['rise']).toBe('green')
})

test('LANG-9 a chosen colour is kept when the language changes', async () => {
  serve({})
  useSettings.setState({ riseColor: 'red' })
  await showWithServices(<Page />)
  await userEvent.click(screen.getByRole('radio', { name: 'ไทย' }))
  expect(useSettings.getState()).toMatchObject({ lang: 'th', riseColor: 'red' })
})

test('LANG-10 each language is shown by its native name', async () => {
  serve({})
  await showWithServices(<Page />, 'th')
  expect(screen.getAllByRole('radio').map((radio) => radio.textContent)).toEqual([
    'English',
    '日本語',
    '한국어',
    'Español',
    '简体中文',
    '繁體中文（香港）',
    'ไทย',
  ])
})
