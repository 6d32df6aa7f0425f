import { useTranslation } from 'react-i18next'

/** Why something was rejected: in words for what the demo says, as it is for what a person wrote. */
export function useRemark() {
  const { t, i18n } = useTranslation('money')
  return (remark: string | null) =>
    remark === null ? null : i18n.exists(`remarks.${remark}`, { ns: 'money' }) ? t(`remarks.${remark}`) : remark
}
