import type { Messenger } from '#server/core/context.ts'
import { defaultName } from '#server/core/settings.ts'

/** Used when no provider is configured; the demo shows codes on the screen instead. */
export const silentMessenger: Messenger = { send: async () => true, isThere: false }

/** What went wrong, without the address that an answer of a mail server may repeat. */
const codeOf = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : thrown instanceof Error ? thrown.name : 'unknown'

/** The sender of mail: one of `MAIL_FROM` that has no name gets the name of the venue. */
const senderOf = (from: string, name: string) => (from.includes('<') ? from : { name, address: from })

/** Sends mail through `SMTP_URL`, and text messages by a POST of `{to, text}` to `SMS_WEBHOOK`. */
export function createMessenger(
  env: Readonly<Record<string, string | undefined>>,
  onTrouble: (channel: 'mail' | 'sms', why: string) => void = () => undefined,
): Messenger {
  const smtp = env['SMTP_URL']
  const webhook = env['SMS_WEBHOOK']
  if (smtp === undefined && webhook === undefined) return silentMessenger
  const transport =
    smtp === undefined ? null : import('nodemailer').then(({ createTransport }) => createTransport(smtp))
  // A wrong address or password is told at the start, not by the first who cannot log in.
  void transport?.then((mailer) => mailer.verify()).catch((thrown: unknown) => onTrouble('mail', codeOf(thrown)))
  const from = senderOf(env['MAIL_FROM'] ?? 'no-reply@localhost', env['APP_NAME'] ?? defaultName)
  return {
    isThere: true,
    send: async ({ to, text, subject }) => {
      try {
        if ('mail' in to) {
          const mailer = await transport
          if (mailer === null) onTrouble('mail', 'SMTP_URL is not set')
          await mailer?.sendMail({ from, to: to.mail, subject, text })
          return mailer !== null
        }
        if (webhook === undefined) return false
        const body = JSON.stringify({ to: to.mobile, text })
        const answer = await fetch(webhook, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
          signal: AbortSignal.timeout(10_000),
        })
        if (!answer.ok) onTrouble('sms', `status ${answer.status}`)
        return answer.ok
      } catch (thrown) {
        onTrouble('mail' in to ? 'mail' : 'sms', codeOf(thrown))
        return false
      }
    },
  }
}
