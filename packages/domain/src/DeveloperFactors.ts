import { Schema } from "effect"
import { TotpCode } from "./ClientAuth.ts"
import { AnyMap, closed, Int, Name, Text, Timestamp, Uuid } from "./Wire.ts"

/** `synced`: whether the authenticator backs the passkey up; null where it does not say. */
export const DeveloperPasskey = Schema.Struct({
  id: Uuid,
  name: Text(1, 80),
  created_at: Timestamp,
  last_used_at: Schema.NullOr(Timestamp),
  synced: Schema.NullOr(Schema.Boolean)
}).annotate({ identifier: "developer-passkey" })
export type DeveloperPasskey = typeof DeveloperPasskey.Type

/** Passkeys oldest first. An authenticator that was never confirmed does not count. */
export const DeveloperTwoFactor = Schema.Struct({
  passkeys: Schema.Array(DeveloperPasskey),
  authenticator: Schema.NullOr(Schema.Struct({ created_at: Timestamp })),
  recovery_codes_left: Int(0, 10),
  required_by_org: Schema.Boolean
}).annotate({ identifier: "developer-two-factor" })
export type DeveloperTwoFactor = typeof DeveloperTwoFactor.Type

/** WebAuthn's JSON form of the options; the challenge lives 5 minutes and is good for one try. */
export const WebauthnOptionsResponse = Schema.Struct({ options: AnyMap }).annotate({
  identifier: "webauthn-options-response"
})

/** `credential` is WebAuthn's JSON form of the new credential. */
export const CreatePasskeyRequest = closed({ name: Name(80), credential: AnyMap }).annotate({
  identifier: "create-passkey-request"
})

/** Ten, shown once. */
const RecoveryCodes = Schema.Array(Schema.String)

/** Recovery codes come with the first second factor, else null. */
export const CreatePasskeyResponse = Schema.Struct({
  passkey: DeveloperPasskey,
  recovery_codes: Schema.NullOr(RecoveryCodes)
}).annotate({ identifier: "create-passkey-response" })

export const RenamePasskeyRequest = closed({ name: Name(80) }).annotate({ identifier: "rename-passkey-request" })

export const TotpConfirmRequest = closed({ code: TotpCode }).annotate({ identifier: "totp-confirm-request" })

/** Null when recovery codes stand already. */
export const TotpConfirmResponse = Schema.Struct({ recovery_codes: Schema.NullOr(RecoveryCodes) }).annotate({
  identifier: "totp-confirm-response"
})

export const RecoveryCodesResponse = Schema.Struct({ recovery_codes: RecoveryCodes }).annotate({
  identifier: "recovery-codes-response"
})
