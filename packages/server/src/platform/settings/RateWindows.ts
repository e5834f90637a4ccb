import { Schema, SchemaTransformation } from "effect"

/** How many calls within how many milliseconds. */
export interface Window {
  readonly limit: number
  readonly windowMs: number
}

const person = "app and e-mail address"
const address = "caller's address"

const minuteMs = 60_000
const dayMs = 86_400_000

/** Calls, what they are counted by, and within how long where that is not a minute. */
const windows = {
  client_login: [60, address],
  client_login_account: [10, person],
  login_code: [30, address],
  login_code_account: [5, person],
  login_code_verify: [20, address],
  register: [30, address],
  register_account: [5, person],
  resend_verification: [30, address],
  resend_verification_account: [5, person],
  password_reset: [30, address],
  password_reset_account: [5, person],
  verify_email: [20, address],
  reset_confirm: [20, address],
  accept: [20, address],
  team_accept: [20, address],
  session: [120, address],
  oidc_start: [30, address],
  oidc_callback: [30, address],
  oidc_exchange: [30, address],
  two_factor_verify: [10, "person behind the challenge"],
  two_factor_setup: [10, "person behind the challenge or session"],
  two_factor_confirm: [10, "person behind the challenge or session"],
  two_factor_delete: [10, "person"],
  two_factor_day: [100, "person: codes presented to sign in or to turn the second factor off", dayMs],
  totp_confirm: [10, "developer"],
  portal_authorize: [300, address],
  portal_identify: [30, address],
  portal_identify_account: [5, "e-mail address"],
  portal_code: [20, address],
  portal_passkey: [60, address],
  portal_two_factor: [10, "developer"],
  portal_two_factor_day: [100, "developer", dayMs],
  portal_sign_up: [30, address],
  portal_sign_up_account: [5, "e-mail address"],
  console_token: [60, address],
  mcp_authorize: [300, address],
  mcp_register: [10, address],
  mcp_token: [60, address],
  mcp_decision: [30, "app user"],
  mcp_call: [600, "caller"],
  waitlist: [5, address],
  app_invitation: [5, "app"],
  team_reissue: [1, "invitation"],
  mail_template: [10, "app"],
  auth_config_preview: [60, "app"],
  history_export: [10, "caller"],
  asset_upload: [600, "robot"],
  billing_checkout: [10, "organisation"],
  billing_vat_check: [20, "organisation"],
  billing_send: [10, "organisation"],
  billing_webhook: [600, address],
  webhook_ping: [10, "organisation"],
  webhook_retry: [60, "organisation"],
  webhook_listener: [20, "developer"],
  webhook_fetch: [300, "developer"]
} as const satisfies Record<string, readonly [number, string] | readonly [number, string, number]>

export type Bucket = keyof typeof windows
type Windows = Readonly<Record<Bucket, Window>>

const names = Object.keys(windows) as ReadonlyArray<Bucket>
const windowOf = (bucket: Bucket, limit: number = windows[bucket][0]): Window => ({
  limit,
  windowMs: (windows[bucket] as readonly [number, string, number?])[2] ?? minuteMs
})

export const defaultWindows = Object.fromEntries(names.map((name) => [name, windowOf(name)])) as Windows

/** Every bucket, for the table in docs/settings.md. */
export const rateLimitTable: ReadonlyArray<{
  readonly name: string
  readonly limit: number
  readonly within: "minute" | "day"
  readonly countedBy: string
}> = names.map((name) => ({
  name,
  limit: windows[name][0],
  within: windowOf(name).windowMs === dayMs ? "day" : "minute",
  countedBy: windows[name][1]
}))

const written = /^([a-z_]+)=([1-9][0-9]{0,8})$/
const parsed = (text: string) =>
  text
    .split(/[\s,]+/)
    .filter((part) => part !== "")
    .map((part) => written.exec(part))

const isKnown = (text: string) =>
  parsed(text).every((match) => match !== null && (names as ReadonlyArray<string>).includes(match[1]!))

const toWindows = (text: string): Partial<Windows> =>
  Object.fromEntries(
    parsed(text).flatMap((match) =>
      match === null ? [] : [[match[1], windowOf(match[1] as Bucket, Number(match[2]))]]
    )
  )

const toText = (some: Partial<Windows>) =>
  Object.entries(some)
    .map(([name, { limit }]) => `${name}=${limit}`)
    .join(" ")

/** `bucket=calls` within its window, separated by spaces; the buckets that are not named keep their default. */
export const RateLimitsText = Schema.String.check(Schema.makeFilter(isKnown)).pipe(
  Schema.decodeTo(
    Schema.declare((value): value is Partial<Windows> => typeof value === "object" && value !== null),
    SchemaTransformation.transform({ decode: toWindows, encode: toText })
  )
)
