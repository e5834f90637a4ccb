import { Context, Data, Effect, Layer, Option, Redacted } from "effect"
import { resolve } from "node:path"
import { freePort } from "./freePort.ts"
import { listeningAddress } from "./listeningAddress.ts"
import { readAll, type SettingRow } from "./Setting.ts"
import { signingKey } from "./SigningKey.ts"
import { LogLevels } from "./logSettings.ts"
import { settings } from "./Table.ts"

/** Every mistake of the environment, one line each. */
export class SettingsMistaken extends Data.TaggedError("SettingsMistaken")<{
  readonly mistakes: ReadonlyArray<string>
}> {
  override get message() {
    return ["The settings are wrong:", ...this.mistakes.map((mistake) => `  - ${mistake}`)].join("\n")
  }
}

/** Every setting, for the table in docs/settings.md. */
export const settingsTable: ReadonlyArray<SettingRow> = Object.values(settings).map(({ row }) => row)

/** The portal's address where none is given. A passkey belongs to a name, and a loopback address has one. */
const portalOf = (baseUrl: string): string => {
  const url = new URL(baseUrl)
  if (url.hostname === "127.0.0.1" || url.hostname === "[::1]") url.hostname = "localhost"
  return url.href.replace(/\/+$/, "")
}

/** What argon2id costs: memory in KiB, and passes. */
export const passwordCost = { memory: 19_456, passes: 2, parallelism: 1 }

/** A browser gives no page a passkey of a domain that the page is not in. */
const mistakenDomain = (domain: string, portalUrl: string) => {
  const { hostname } = new URL(portalUrl)
  if (hostname === domain || hostname.endsWith(`.${domain}`)) return Effect.void
  return Effect.fail([
    `PASSKEY_DOMAIN must be the host of PORTAL_URL, ${hostname}, or a domain above it; it is "${domain}".`
  ])
}

/** What an invoice says of the seller has to be known before the first one. */
const missingSeller = (values: {
  readonly mollieApiKey: Option.Option<unknown>
  readonly seller: Option.Option<unknown>
}) =>
  Option.isSome(values.mollieApiKey) && Option.isNone(values.seller)
    ? Effect.fail(["SELLER is needed with MOLLIE_API_KEY: what invoices say of who sells."])
    : Effect.void

const read = Effect.gen(function* () {
  const values = yield* readAll(settings)
  const dataFolder = resolve(values.dataFolder)
  // The port is chosen here and not by the socket: tokens name the address before anything listens.
  const port = values.port === 0 ? yield* freePort(values.host) : values.port
  const baseUrl = Option.getOrElse(values.baseUrl, () => listeningAddress(values.host, port))
  const portalUrl = Option.getOrElse(values.portalUrl, () => portalOf(baseUrl))
  const passkeyDomain = Option.getOrElse(values.passkeyDomain, () => new URL(portalUrl).hostname)
  yield* mistakenDomain(passkeyDomain, portalUrl)
  yield* missingSeller(values)
  const consoleOrigin = new URL(Option.getOrElse(values.consoleOrigin, () => portalUrl)).origin
  // Where the console is this service's own, it may also be opened at the address of the service.
  const consoles = Option.isSome(values.consoleOrigin) ? [consoleOrigin] : [consoleOrigin, new URL(baseUrl).origin]
  return {
    ...values,
    port,
    dataFolder,
    baseUrl,
    portalUrl,
    billingWebhookUrl: Option.getOrElse(values.billingWebhookUrl, () => baseUrl),
    consoleOrigin,
    consoleRedirects: Option.getOrElse(values.consoleRedirects, (): ReadonlyArray<string> =>
      [...new Set(consoles)].map((origin) => `${origin}/signed-in`)
    ),
    rateLimits: Option.getOrElse(values.rateLimits, () => ({})),
    outboundAllow: Option.getOrElse(values.outboundAllow, (): ReadonlyArray<string> => []),
    passkeyDomain,
    passwordCost,
    /** Set by the program that runs the demo: pages under /dev, and mails kept in a folder. */
    demo: false,
    logLevel: LogLevels[values.logLevel],
    secret: yield* signingKey({ given: values.secret, dataFolder }).pipe(Effect.mapError((mistake) => [mistake])),
    secretIsGiven: Option.isSome(values.secret)
  }
}).pipe(Effect.mapError((mistakes) => new SettingsMistaken({ mistakes })))

type Values = Effect.Success<typeof read>

/** The settings of the environment, read once at the start. The properties' meanings are in `settingsTable`. */
export class Settings extends Context.Service<Settings, Values>()("@fleet/server/Settings") {
  static readonly layer = Layer.effect(Settings, read)

  /**
   * The defaults with some values replaced, and passwords that cost next to nothing; nothing is read from the environment
   * and no file is made.
   */
  static readonly layerTest = (overrides: Partial<Values> = {}) =>
    Layer.succeed(Settings, {
      host: "127.0.0.1",
      port: 0,
      baseUrl: "http://127.0.0.1:8787",
      portalUrl: "http://localhost:8787",
      consoleOrigin: "http://localhost:8787",
      consoleRedirects: ["http://localhost:8787/signed-in", "http://127.0.0.1:8787/signed-in"],
      consoleFiles: Option.some("none"),
      passkeyDomain: "localhost",
      signUp: "closed",
      newOrgPlan: Option.none(),
      mollieApiKey: Option.none(),
      mollieUrl: "http://127.0.0.1:9/v2",
      billingWebhookUrl: "http://127.0.0.1:8787",
      viesUrl: "http://127.0.0.1:9",
      seller: Option.none(),
      invoicePrefix: "RF",
      mcpRegistration: "open",
      mailUrl: Option.none(),
      mailFrom: "Robot Fleet Cloud <no-reply@localhost>",
      demo: false,
      databaseUrl: Option.none(),
      databaseConnections: 20,
      dataFolder: resolve(".fleet"),
      secret: Redacted.make("a signing key that only tests know"),
      secretIsGiven: true,
      secretPrevious: Option.none(),
      operatorToken: Option.none(),
      passwordConcurrency: 2,
      passwordCost: { memory: 64, passes: 1, parallelism: 1 },
      rateLimits: {},
      trustedProxies: 0,
      outboundAllow: [],
      historyDays: 90,
      auditDays: 90,
      stillsMemory: 256,
      liveVideo: "on",
      liveViewers: 50,
      liveStreams: 4,
      maxSockets: 20_000,
      maxRequests: 2_000,
      keepAliveSeconds: 75,
      unreadOfCaller: 64,
      unreadOfOrg: 256,
      drainSeconds: 0,
      s3Url: Option.none(),
      s3Region: "auto",
      s3AccessKeyId: "none",
      s3SecretAccessKey: Option.none(),
      slowRequestMs: 2000,
      slowQueryMs: 2000,
      otlpEndpoint: Option.none(),
      otlpHeaders: Option.none(),
      serviceName: "fleet",
      logFormat: "pretty",
      logLevel: "Info",
      ...overrides
    })
}
