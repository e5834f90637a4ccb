import { Schema } from "effect"
import { issuerAddress } from "./Addresses.ts"
import { AppId, OidcProviderId } from "./Ids.ts"
import { closed, Name, Rule, Text, Timestamp } from "./Wire.ts"

/** How many providers an app may have. */
export const maxOidcProviders = 20

/** Names a provider in paths: lowercase words joined by hyphens, 1 to 40 characters. */
export const ProviderSlug = Text(1, 40).check(
  Schema.isPattern(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u, { rule: Rule.format })
)

/** http or https, without credentials, query or fragment. Which addresses are reached is decided at each fetch. */
const Issuer = Text(1, 500).check(Schema.makeFilter(issuerAddress, { rule: Rule.format }))

/** RFC 6749: visible ASCII but for the quote and the backslash. */
const Scope = Text(1, 60).check(Schema.isPattern(/^[\x21\x23-\x5b\x5d-\x7e]+$/u, { rule: Rule.format }))

const Scopes = Schema.Array(Scope).check(
  Schema.isMinLength(1, { rule: Rule.tooShort }),
  Schema.isMaxLength(20, { rule: Rule.tooLong })
)

/** The scopes by default. `openid` is always asked for. */
export const defaultScopes: ReadonlyArray<string> = ["openid", "email", "profile"]

/** An identity provider that an app's users may sign in with. Its client secret is never answered. */
export const OidcProvider = Schema.Struct({
  id: OidcProviderId,
  app_id: AppId,
  slug: Schema.String,
  name: Schema.String,
  issuer: Schema.String,
  client_id: Schema.String,
  scopes: Schema.Array(Schema.String),
  /** Whether a sign-in joins the account of its address, where the provider says that it verified the address. */
  link_verified_emails: Schema.Boolean,
  enabled: Schema.Boolean,
  created_at: Timestamp
}).annotate({ identifier: "app-oidc-provider" })
export type OidcProvider = typeof OidcProvider.Type

/** By slug, disabled ones included. */
export const OidcProviderListResponse = Schema.Struct({ providers: Schema.Array(OidcProvider) }).annotate({
  identifier: "app-oidc-provider-list-response"
})

const ClientId = Text(1, 200)
const ClientSecret = Text(16, 500)

export const CreateOidcProviderRequest = closed({
  slug: ProviderSlug,
  name: Name(80),
  issuer: Issuer,
  client_id: ClientId,
  client_secret: ClientSecret,
  scopes: Schema.optionalKey(Scopes),
  link_verified_emails: Schema.optionalKey(Schema.Boolean),
  enabled: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "create-app-oidc-provider-request" })
export type CreateOidcProviderRequest = typeof CreateOidcProviderRequest.Type

/** Without `client_secret` the present one stays. */
export const PatchOidcProviderRequest = closed({
  name: Schema.optionalKey(Name(80)),
  issuer: Schema.optionalKey(Issuer),
  client_id: Schema.optionalKey(ClientId),
  client_secret: Schema.optionalKey(ClientSecret),
  scopes: Schema.optionalKey(Scopes),
  link_verified_emails: Schema.optionalKey(Schema.Boolean),
  enabled: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "patch-app-oidc-provider-request" })
export type PatchOidcProviderRequest = typeof PatchOidcProviderRequest.Type
