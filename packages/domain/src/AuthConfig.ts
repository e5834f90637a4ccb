import { Schema } from "effect"
import { distinct } from "./Checks.ts"
import { bareOrigin, linkTemplate, pageAddress } from "./Addresses.ts"
import { closed, Rule, Text, Timestamp } from "./Wire.ts"

/** Whether an app's users may or must have an authenticator. */
export const TwoFactorPolicy = Schema.Literals(["off", "optional", "required"])
export type TwoFactorPolicy = typeof TwoFactorPolicy.Type

/** A lowercase domain of mail addresses: two labels at least. */
const MailDomain = Schema.String.check(
  Schema.isMinCodePoints(1, { rule: Rule.tooShort }),
  Schema.isMaxCodePoints(253, { rule: Rule.tooLong }),
  Schema.isPattern(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/u, {
    rule: Rule.format
  })
)

/** Where browsers call from: https, or http on localhost or 127.0.0.1, written as a browser writes it. */
const AllowedOrigin = Text(1, 200).check(Schema.makeFilter(bareOrigin, { rule: Rule.format }))

/** A list of distinct entries, at most `max`. */
const listOf = <Entry extends Schema.Codec<string>>(entry: Entry, max: number) =>
  Schema.Array(entry).check(
    Schema.isMaxLength(max, { rule: Rule.tooLong }),
    distinct((each: string) => each)
  )

/** The app's own page for a link, with the placeholder exactly once; null stands for the hosted page. */
const Template = (placeholder: string) =>
  Schema.NullOr(
    Text(1, 500).check(
      Schema.makeFilter((template: string) => template.split(placeholder).length === 2, { rule: Rule.invalidValue }),
      Schema.makeFilter((template: string) => linkTemplate(template, placeholder), { rule: Rule.format })
    )
  )

const AppUrl = Schema.NullOr(
  Text(1, 500).check(
    Schema.makeFilter((url: string) => !url.includes("{"), { rule: Rule.invalidValue }),
    Schema.makeFilter(pageAddress, { rule: Rule.format })
  )
)

const Accent = Schema.NullOr(Schema.String.check(Schema.isPattern(/^#[0-9a-f]{6}$/u, { rule: Rule.format })))

const registration = {
  self_registration: Schema.Boolean,
  allowed_domains: listOf(MailDomain, 50),
  allowed_origins: listOf(AllowedOrigin, 20)
}

const atLeastOneMethod = Schema.makeFilter(
  ({ email_code, password }: { readonly password: boolean; readonly email_code: boolean }) =>
    password || email_code ? undefined : { path: ["password"], issue: "at least one method is on" },
  { rule: Rule.invalidValue }
)

const signInMethods = { password: Schema.Boolean, email_code: Schema.Boolean }

const urls = {
  app_url: AppUrl,
  invite_url: Template("{token}"),
  verify_url: Template("{token}"),
  reset_url: Template("{token}"),
  mcp_login_url: Template("{interaction}")
}

export const PutAuthRegistrationRequest = closed(registration).annotate({ identifier: "put-auth-registration-request" })
export type PutAuthRegistrationRequest = typeof PutAuthRegistrationRequest.Type

export const PutAuthSignInRequest = closed({
  sign_in_methods: closed(signInMethods).check(atLeastOneMethod),
  two_factor: TwoFactorPolicy
}).annotate({ identifier: "put-auth-sign-in-request" })
export type PutAuthSignInRequest = typeof PutAuthSignInRequest.Type

export const PutAuthUrlsRequest = closed(urls).annotate({ identifier: "put-auth-urls-request" })
export type PutAuthUrlsRequest = typeof PutAuthUrlsRequest.Type

export const PutAuthMcpRequest = closed({ mcp_enabled: Schema.Boolean }).annotate({
  identifier: "put-auth-mcp-request"
})
export type PutAuthMcpRequest = typeof PutAuthMcpRequest.Type

export const PutAuthLookRequest = closed({ hosted_accent: Accent }).annotate({ identifier: "put-auth-look-request" })
export type PutAuthLookRequest = typeof PutAuthLookRequest.Type

/** The hosted pages that can be previewed. */
export const PreviewedPage = Schema.Literals([
  "sign_in",
  "sign_up",
  "verify",
  "reset",
  "invite",
  "two_factor",
  "consent",
  "done"
])
export type PreviewedPage = typeof PreviewedPage.Type

/** What is absent is as it is stored, and as the browser that shows it wants it. */
export const AuthConfigPreviewRequest = closed({
  page: PreviewedPage.annotate({ description: "Which page is shown.", examples: ["sign_in"] }),
  look: Schema.optionalKey(
    closed({ hosted_accent: Schema.optionalKey(Accent) }).annotate({ description: "A look that is not stored." })
  ),
  locale: Schema.optionalKey(Schema.Literals(["en", "de"]).annotate({ description: "The language of the page." })),
  theme: Schema.optionalKey(
    Schema.Literals(["light", "dark"]).annotate({ description: "The colour scheme of the page." })
  )
}).annotate({ identifier: "auth-config-preview-request" })
export type AuthConfigPreviewRequest = typeof AuthConfigPreviewRequest.Type

export const AuthConfigPreviewResponse = Schema.Struct({
  url: Schema.String.annotate({
    description: "A page without script, which the console's origin alone may frame and whose forms do nothing."
  }),
  expires_at: Timestamp.annotate({ description: "When the address ends, RFC 3339 in UTC." })
}).annotate({ identifier: "auth-config-preview-response" })
export type AuthConfigPreviewResponse = typeof AuthConfigPreviewResponse.Type

/** What a logo may be. */
export const LogoType = Schema.Literals(["image/png", "image/svg+xml"])
export type LogoType = typeof LogoType.Type

/** The largest logo, in bytes. */
export const maxLogoBytes = 102_400

/** How people sign into an app, and what its hosted pages look like. */
export const AppAuthConfig = Schema.Struct({
  self_registration: Schema.Boolean,
  /** None stands for any domain. */
  allowed_domains: Schema.Array(Schema.String),
  allowed_origins: Schema.Array(Schema.String),
  mcp_enabled: Schema.Boolean,
  invite_url: Schema.NullOr(Schema.String),
  verify_url: Schema.NullOr(Schema.String),
  reset_url: Schema.NullOr(Schema.String),
  mcp_login_url: Schema.NullOr(Schema.String),
  app_url: Schema.NullOr(Schema.String),
  sign_in_methods: Schema.Struct(signInMethods),
  two_factor: TwoFactorPolicy,
  hosted_logo_url: Schema.NullOr(Schema.String),
  hosted_accent: Schema.NullOr(Schema.String),
  /** Where the platform's own pages are, each a template like the app's. */
  hosted_pages: Schema.Struct({
    invite_url: Schema.String,
    verify_url: Schema.String,
    reset_url: Schema.String,
    mcp_login_url: Schema.String
  }),
  oidc_callback_url: Schema.String,
  updated_at: Timestamp
}).annotate({ identifier: "app-auth-config" })
export type AppAuthConfig = typeof AppAuthConfig.Type
