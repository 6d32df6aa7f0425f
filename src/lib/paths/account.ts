/** Paths of the account and settings pages; their odd spellings occur only here. */
export const accountPaths = {
  settings: '/pages/settings/index',
  account: '/pages/settings/account/index',
  language: '/pages/settings/language/language',
  security: '/pages/settings/security/index',
  changePassword: '/pages/settings/security/changePassword',
  changePayPassword: '/pages/settings/security/changePayPassword',
  asked: '/pages/account/asked',
  devices: '/pages/account/devices',
  authenticator: '/pages/account/authenticator',
  apiKeys: '/pages/account/api-keys',
  webhooks: '/pages/account/webhooks',
  contact: '/pages/account/contact',
} as const
