import { setBrand } from '#src/app/brand.ts'
import { About } from '#src/features/account/about-sheet.tsx'
import { outward, useConfig } from '#src/stores/config.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useTranslation } from 'react-i18next'
import { beforeEach, expect, test } from 'vitest'

const Sentence = () => useTranslation('session').t('choose.title')
const chat = (data: unknown) => ({ code: 200, data })
const answersOf = (versionCode: number, more: object = {}) => ({
  '/chat/sys/getLatestVersion': chat({
    versionNum: '1.3.0',
    versionCode,
    force: 0,
    url: null,
    notes: 'Faster charts.',
  }),
  '/api/task/download': said({
    version: '1.3.0',
    version_code: versionCode,
    android_url: null,
    ios_url: null,
    h5_url: '/',
    qr: null,
    size_bytes: null,
    notes: 'Faster charts.',
    force: 0,
    ...more,
  }),
})
const brand = (logoIcon: string, shareURL: string) =>
  setBrand(Object.entries({ logoIcon, shareURL }).map(([configKey, configValue]) => ({ configKey, configValue })))
beforeEach(() => useConfig.setState({ logo: null, share: null }))

test('HELP-4 links begin with the address of the operator, and only pictures of the web or of our own server are shown', () => {
  expect(outward('/#/pages/a?x=1')).toBe(`${location.origin}/#/pages/a?x=1`)
  brand('/logo.svg', 'https://nord.example/floor')
  expect([useConfig.getState().logo, outward('/#/pages/a?x=1'), outward('/')]).toEqual([
    '/logo.svg',
    'https://nord.example/floor/#/pages/a?x=1',
    'https://nord.example/floor/',
  ])
  for (const bad of [
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '//evil.example/a.svg',
    '/\\evil.example/a.svg',
    'ftp://a/b',
    '',
  ])
    expect([brand(bad, bad), useConfig.getState()]).toEqual([
      undefined,
      expect.objectContaining({ logo: null, share: null }),
    ])
})
test('HELP-5 the newest version is named with its notes and a code to scan; a newer one is offered, now or later', async () => {
  brand('/logo.svg', 'https://nord.example/')
  let later = 0
  const { container } = await showPage(<About onLater={() => (later += 1)} />, {
    answers: answersOf(130, {
      android_url: 'https://nord.example/app.apk',
      ios_url: 'javascript:alert(1)',
      size_bytes: 2_500_000,
    }),
  })
  await screen.findByText('Version 1.3.0 is available.')
  screen.getByRole('button', { name: 'Update now' })
  fireEvent.click(screen.getByRole('button', { name: 'Later' }))
  expect(later).toBe(1)
  expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    '1.2.0 (120)',
    '1.3.0 (130)',
    '2.5 MB',
    'Faster charts.',
  ])
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/logo.svg')
  screen.getByText('https://nord.example/')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://nord.example/app.apk'])
  screen.getByRole('img', { name: 'Scan to open the app on another device.' })
})
test('HELP-5 the newest version needs no update', async () => {
  await showPage(<About onLater={() => {}} />, { answers: answersOf(100) })
  await screen.findByText('1.3.0 (100)')
  expect(screen.queryByRole('button', { name: 'Update now' })).toBeNull()
})
test('HELP-1 the sentences of the app have the name of the operator as soon as it is known', async () => {
  const { container } = await showPage(<Sentence />)
  expect(container.textContent).toBe('Welcome to Kontor')
  act(() => setBrand([{ configKey: 'appName', configValue: 'Nord $& Co' }]))
  await waitFor(() => expect(container.textContent).toBe('Welcome to Nord $& Co'))
})
