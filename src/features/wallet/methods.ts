import type { PayMethods, PayWay } from '#contract/wallet/bank.ts'
import type { IconName } from '#src/ui/icon.tsx'

/** The picture of a way. */
export const methodIcons: Readonly<Record<PayWay, IconName>> = {
  bank: 'assets',
  ali_pay: 'phone',
  we_chat: 'chat',
  intl_bank: 'globe',
}
/** An account that is recognised but not read off a screen: of a mail address the first letters and its domain. */
const endOf = (text: string) => {
  const [name = '', domain] = text.split('@')
  if (text === '') return ''
  return domain === undefined ? `**** ${text.slice(-4)}` : `${name.slice(0, 2)}***@${domain}`
}
const accountIn = (methods: PayMethods, way: PayWay) =>
  endOf(
    {
      bank: methods.bank_account,
      ali_pay: methods.alipay_account,
      we_chat: methods.wechat_account,
      intl_bank: methods.intl_account ?? methods.bank_account,
    }[way],
  )

/** Whose it is and how its number ends. */
export const methodLine = (methods: PayMethods, way: PayWay) =>
  [way === 'we_chat' ? methods.wechat_nickname || methods.real_name : methods.real_name, accountIn(methods, way)]
    .filter(Boolean)
    .join(' · ')
