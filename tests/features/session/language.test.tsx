import { enterSession } from '#src/features/session/sign-in.actors.ts'
import { firstSettings, useSettings } from '#src/stores/settings.ts'
import { createServices } from '#src/app/system.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { beforeEach, expect, test } from 'vitest'

const enter = (lang: 'hk' | 'esp') => {
  const { services, stop } = createServices({ fetch: globalThis.fetch })
  enterSession(services, { token: 'token-token', chatToken: null, user: aUser({ lang }) })
  stop()
  return useSettings.getState().lang
}
beforeEach(() => {
  localStorage.clear()
  useSettings.setState(firstSettings)
})

test('on a new device an account reads in its language; one that was chosen on the device stays', () => {
  expect(enter('esp')).toBe('esp')
  localStorage.clear()
  useSettings.setState(firstSettings)
  useSettings.getState().set({ lang: 'th' })
  expect(enter('esp')).toBe('th')
})
