import { Schema } from "effect"
import { EmailCode } from "./ClientAuth.ts"
import { closed, DisplayName, Email, NewPassword, Password, PresentedEmail } from "./Wire.ts"

/** The forms of an app's hosted pages: the client bodies without the app's identifier, which stands in the path. */
export const HostedAddressRequest = closed({ email: PresentedEmail }).annotate({ identifier: "hosted-address-request" })

export const HostedPasswordRequest = closed({ email: PresentedEmail, password: Password }).annotate({
  identifier: "hosted-password-request"
})

export const HostedCodeRequest = closed({ email: PresentedEmail, code: EmailCode }).annotate({
  identifier: "hosted-code-request"
})

export const HostedSignUpRequest = closed({
  email: Email,
  password: Schema.optionalKey(NewPassword),
  display_name: Schema.optionalKey(Schema.NullOr(DisplayName))
}).annotate({ identifier: "hosted-sign-up-request" })
