import { addressMachine } from '#machines/address.ts'
import { autoLockMachine } from '#machines/auto-lock.ts'
import { bankCardMachine } from '#machines/bank-card.ts'
import { chatRoomMachine } from '#machines/chat-room.ts'
import { connectionMachine } from '#machines/connection.ts'
import { kycMachine } from '#machines/kyc.ts'
import { leverPositionMachine } from '#machines/lever-position.ts'
import { leverPositionsMachine } from '#machines/lever-positions.ts'
import { leverTicketMachine } from '#machines/lever-ticket.ts'
import { miningPurchaseMachine } from '#machines/mining-purchase.ts'
import { moneyCaseMachine } from '#machines/money-case.ts'
import { moneyFormMachine } from '#machines/money-form.ts'
import { optionOrderMachine } from '#machines/option-order.ts'
import { optionRoundMachine } from '#machines/option-round.ts'
import { otcAdvertMachine } from '#machines/otc-advert.ts'
import { otcOrderMachine } from '#machines/otc-order.ts'
import { outboxLaneMachine } from '#machines/outbox-lane.ts'
import { pagerMachine } from '#machines/pager.ts'
import { qrScanMachine } from '#machines/qr-scan.ts'
import { quoteMachine } from '#machines/quote.ts'
import { recoveryMachine } from '#machines/recovery.ts'
import { sessionMachine } from '#machines/session.ts'
import { signInMachine } from '#machines/sign-in.ts'
import { signUpMachine } from '#machines/sign-up.ts'
import { spotOrderMachine } from '#machines/spot-order.ts'
import { spotOrdersMachine } from '#machines/spot-orders.ts'
import { startupMachine } from '#machines/startup.ts'
import { stepMachine } from '#machines/step.ts'
import { submitMachine } from '#machines/submit.ts'
import { uploadMachine } from '#machines/upload.ts'
import { verificationCodeMachine } from '#machines/verification-code.ts'
import { voiceRecorderMachine } from '#machines/voice-recorder.ts'
import type { AnyStateMachine } from 'xstate'

/** Every machine, by the file it stands in. `tests/house/machines.test.ts` compares the list with the folder. */
export const machines: Readonly<Record<string, AnyStateMachine>> = {
  address: addressMachine,
  'auto-lock': autoLockMachine,
  'bank-card': bankCardMachine,
  'chat-room': chatRoomMachine,
  connection: connectionMachine,
  kyc: kycMachine,
  'lever-position': leverPositionMachine,
  'lever-positions': leverPositionsMachine,
  'lever-ticket': leverTicketMachine,
  'mining-purchase': miningPurchaseMachine,
  'money-case': moneyCaseMachine(),
  'money-form': moneyFormMachine,
  'qr-scan': qrScanMachine,
  'option-order': optionOrderMachine,
  'option-round': optionRoundMachine,
  'otc-advert': otcAdvertMachine,
  'otc-order': otcOrderMachine,
  'outbox-lane': outboxLaneMachine,
  pager: pagerMachine,
  quote: quoteMachine(),
  recovery: recoveryMachine,
  session: sessionMachine,
  'sign-in': signInMachine,
  'sign-up': signUpMachine,
  'spot-order': spotOrderMachine,
  'spot-orders': spotOrdersMachine,
  startup: startupMachine,
  step: stepMachine(),
  submit: submitMachine,
  upload: uploadMachine,
  'verification-code': verificationCodeMachine,
  'voice-recorder': voiceRecorderMachine,
}
