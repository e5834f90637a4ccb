import { PlanName } from "@fleet/domain/Plans"
import { Schema, SchemaTransformation } from "effect"
import { listeningAddress } from "./listeningAddress.ts"
import { RateLimitsText } from "./RateWindows.ts"
import { mediaSettings } from "./mediaSettings.ts"
import { optional, secret, setting } from "./Setting.ts"
import { shortestKey } from "./SigningKey.ts"
import { billingSettings } from "./billingSettings.ts"
import { blobSettings } from "./blobSettings.ts"
import { capacitySettings } from "./capacitySettings.ts"
import { telemetrySettings } from "./telemetrySettings.ts"
import { logSettings } from "./logSettings.ts"
import { Address, AddressRanges, whole } from "./texts.ts"

const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.hash === "" && url.username === ""
}

const addresses = (text: string): ReadonlyArray<string> => text.split(/[\s,]+/).filter((each) => each !== "")

/** One or more addresses, kept to the letter: a redirect must be one of them exactly. */
const Addresses = Schema.String.check(
  Schema.makeFilter((text: string) => addresses(text).length > 0 && addresses(text).every((each) => isAddress(each)))
).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.String),
    SchemaTransformation.transform({ decode: addresses, encode: (list) => list.join(" ") })
  )
)

/** What to listen on, which becomes part of an address that stands in links and tokens. */
const Host = Schema.String.check(Schema.makeFilter((text: string) => URL.canParse(listeningAddress(text, 1))))

const MailUrl = Schema.String.check(
  Schema.isPattern(/^smtps?:\/\/./),
  Schema.makeFilter((text: string) => (URL.parse(text)?.hostname ?? "") !== "")
)

const DatabaseUrl = Schema.String.check(
  Schema.isPattern(/^postgres(ql)?:\/\//),
  Schema.makeFilter((text: string) => URL.canParse(text))
)

/** Every setting: how it is named, read and explained. */
export const settings = {
  host: setting(
    {
      name: "HOST",
      type: "an address or a name, without a port",
      fallback: "127.0.0.1",
      meaning: "The address to listen on."
    },
    Host
  ),
  port: setting(
    {
      name: "PORT",
      type: "a port (0 to 65535)",
      fallback: "8787",
      meaning: "The port to listen on; 0 takes a free one."
    },
    whole(0, 65_535)
  ),
  baseUrl: optional(
    {
      name: "BASE_URL",
      type: "an http or https address",
      fallback: "from HOST and PORT",
      meaning: "The address under which clients and bridges reach this service."
    },
    Address
  ),
  portalUrl: optional(
    {
      name: "PORTAL_URL",
      type: "an http or https address",
      fallback: "BASE_URL, with localhost for a loopback address: passkeys need a name",
      meaning: "The address of the sign-in portal and of the apps' hosted pages."
    },
    Address
  ),
  consoleOrigin: optional(
    {
      name: "CONSOLE_ORIGIN",
      type: "an http or https address",
      fallback: "the origin of PORTAL_URL, so that passkeys work in the console",
      meaning: "The origin of the console, which browsers may call the service from."
    },
    Address
  ),
  consoleRedirects: optional(
    {
      name: "CONSOLE_REDIRECTS",
      type: "addresses, separated by spaces",
      fallback: "CONSOLE_ORIGIN/signed-in; without CONSOLE_ORIGIN also BASE_URL/signed-in",
      meaning: "Where the portal may send a browser back to after a console sign-in, to the letter."
    },
    Addresses
  ),
  consoleFiles: optional(
    {
      name: "CONSOLE_FILES",
      type: "a folder, or none",
      fallback: "the console of this repository, built when its sources have changed",
      meaning: "The built console that browsers are served. With none, it lies elsewhere."
    },
    Schema.NonEmptyString
  ),
  passkeyDomain: optional(
    {
      name: "PASSKEY_DOMAIN",
      type: "a domain",
      fallback: "the host of PORTAL_URL",
      meaning: "The domain that passkeys belong to: that of the portal and the console, or one above both."
    },
    Schema.String.check(Schema.isPattern(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/))
  ),
  signUp: setting(
    {
      name: "SIGN_UP",
      type: "open or closed",
      fallback: "closed",
      meaning:
        "Whether anybody may found an organisation in the portal; closed offers the waitlist instead. The demo is open unless this is set."
    },
    Schema.Literals(["open", "closed"])
  ),
  newOrgPlan: optional(
    {
      name: "NEW_ORG_PLAN",
      type: "basic, plus, pro or enterprise",
      fallback: "basic with a MOLLIE_API_KEY, else enterprise, which has no limits",
      meaning: "The plan that a new organisation begins on. Those that there are keep theirs."
    },
    PlanName
  ),
  mcpRegistration: setting(
    {
      name: "MCP_REGISTRATION",
      type: "open or closed",
      fallback: "open",
      meaning: "Whether MCP clients may register themselves; closed leaves those that have a metadata document."
    },
    Schema.Literals(["open", "closed"])
  ),
  mailUrl: secret(
    {
      name: "MAIL_URL",
      type: "an smtp:// or smtps:// address, with special characters of the password percent-encoded (%23 for #)",
      fallback: "none: mails are not_configured, and the demo keeps them in FLEET_DATA/outbox",
      meaning: "The mail server that mails are handed to."
    },
    MailUrl
  ),
  mailFrom: setting(
    {
      name: "MAIL_FROM",
      type: "an address, alone or as Name <address>",
      fallback: "Robot Fleet Cloud <no-reply@localhost>",
      meaning: "Whom mails come from."
    },
    Schema.String.check(Schema.isPattern(/^[^\r\n]*@[^\r\n]+$/))
  ),
  databaseUrl: secret(
    {
      name: "DATABASE_URL",
      type: "a postgres:// address, with special characters of the password percent-encoded (%23 for #)",
      fallback: "the embedded database, in FLEET_DATA/db",
      meaning: "The Postgres database to use."
    },
    DatabaseUrl
  ),
  databaseConnections: setting(
    {
      name: "DATABASE_CONNECTIONS",
      type: "a whole number from 1 to 500",
      fallback: "20",
      meaning: "How many connections to Postgres are opened at most."
    },
    whole(1, 500)
  ),
  dataFolder: setting(
    {
      name: "FLEET_DATA",
      type: "a folder",
      fallback: ".fleet",
      meaning: "Where this server keeps its files: the embedded database, the signing key, the demo's facts."
    },
    Schema.NonEmptyString
  ),
  secret: secret(
    {
      name: "FLEET_SECRET",
      type: "a text of at least 32 characters",
      fallback: "made once, kept in FLEET_DATA/secret",
      meaning:
        "The key that signs access tokens and seals authenticators and waiting mails; the same on every server of one database."
    },
    Schema.String.check(Schema.isMinLength(shortestKey))
  ),
  secretPrevious: secret(
    {
      name: "FLEET_SECRET_PREVIOUS",
      type: "a text of at least 32 characters",
      fallback: "none",
      meaning:
        "The FLEET_SECRET of before: what was signed and sealed with it stays valid. Nothing new is signed with it."
    },
    Schema.String.check(Schema.isMinLength(shortestKey))
  ),
  operatorToken: secret(
    {
      name: "OPERATOR_TOKEN",
      type: "a text of at least 16 characters",
      fallback: "none, and /metrics answers 404",
      meaning: "The bearer that may read /metrics."
    },
    Schema.String.check(Schema.isMinLength(16))
  ),
  passwordConcurrency: setting(
    {
      name: "PASSWORD_CONCURRENCY",
      type: "a whole number from 1 to 64",
      fallback: "2",
      meaning: "How many passwords are hashed at the same time; each takes 19 MiB and a thread."
    },
    whole(1, 64)
  ),
  rateLimits: optional(
    {
      name: "RATE_LIMITS",
      type: "bucket=calls, separated by spaces",
      fallback: "none",
      meaning: "Rate limits other than the defaults, which are in the table of rate limits."
    },
    RateLimitsText
  ),
  trustedProxies: setting(
    {
      name: "TRUSTED_PROXIES",
      type: "a whole number from 0 to 10",
      fallback: "0",
      meaning:
        "How many proxies stand before the service and append to X-Forwarded-For; limits by address count what they saw."
    },
    whole(0, 10)
  ),
  outboundAllow: optional(
    {
      name: "OUTBOUND_ALLOW",
      type: "addresses and CIDR ranges, separated by spaces",
      fallback: "none",
      meaning:
        "What customers' URLs (webhooks, identity providers) may name beside public addresses, over http too; for tests, and providers in a private network."
    },
    AddressRanges
  ),
  historyDays: setting(
    {
      name: "HISTORY_DAYS",
      type: "a whole number from 1 to 3650",
      fallback: "90",
      meaning:
        "How many days samples of datapoints are kept at most, and jobs from their end; an organisation's plan may say fewer."
    },
    whole(1, 3650)
  ),
  auditDays: setting(
    {
      name: "AUDIT_DAYS",
      type: "a whole number from 1 to 3650",
      fallback: "90",
      meaning: "How many days the audit trail is kept at most; an organisation's plan may say fewer."
    },
    whole(1, 3650)
  ),
  ...capacitySettings,
  ...billingSettings,
  ...blobSettings,
  ...mediaSettings,
  ...telemetrySettings,
  ...logSettings
}
