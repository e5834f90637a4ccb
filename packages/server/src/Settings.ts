import { Context, Data, Effect, Layer, Option, Redacted, Schema, SchemaTransformation } from "effect"
import { resolve } from "node:path"
import { freePort } from "./settings/freePort.ts"
import { optional, readAll, secret, setting, type SettingRow } from "./settings/Setting.ts"
import { signingKey } from "./settings/SigningKey.ts"

/** Every mistake of the environment, one line each. */
export class SettingsMistaken extends Data.TaggedError("SettingsMistaken")<{
  readonly mistakes: ReadonlyArray<string>
}> {
  override get message() {
    return ["The settings are wrong:", ...this.mistakes.map((mistake) => `  - ${mistake}`)].join("\n")
  }
}

const whole = (minimum: number, maximum: number) =>
  Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum, maximum }))

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "" && url.username === ""
}

/** An http(s) address, kept without a slash at its end. */
const Address = Schema.String.check(Schema.makeFilter(isOrigin)).pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: (text) => text.replace(/\/+$/, ""), encode: (text) => text })
  )
)

const DatabaseUrl = Schema.String.check(Schema.isPattern(/^postgres(ql)?:\/\//))

const LogLevels = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  fatal: "Fatal",
  none: "None"
} as const
type LogLevelName = keyof typeof LogLevels
const LogLevel = Schema.Literals(Object.keys(LogLevels) as Array<LogLevelName>)

const settings = {
  host: setting(
    { name: "HOST", type: "an address", fallback: "127.0.0.1", meaning: "The address to listen on." },
    Schema.NonEmptyString
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
    { name: "PORTAL_URL", type: "an http or https address", fallback: "BASE_URL", meaning: "The sign-in portal." },
    Address
  ),
  consoleOrigin: optional(
    {
      name: "CONSOLE_ORIGIN",
      type: "an http or https address",
      fallback: "BASE_URL",
      meaning: "The origin of the console, which browsers may call the service from."
    },
    Address
  ),
  databaseUrl: secret(
    {
      name: "DATABASE_URL",
      type: "a postgres:// address",
      fallback: "the embedded database, in FLEET_DATA/db",
      meaning: "The Postgres database to use."
    },
    DatabaseUrl
  ),
  databaseConnections: setting(
    {
      name: "DATABASE_CONNECTIONS",
      type: "a whole number from 1 to 500",
      fallback: "10",
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
      meaning: "The key that signs access tokens; the same on every server of one database."
    },
    Schema.String.check(Schema.isMinLength(32))
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
  drainSeconds: setting(
    {
      name: "DRAIN_SECONDS",
      type: "a whole number from 0 to 600",
      fallback: "8",
      meaning: "How long a stopping server waits for open requests and sockets."
    },
    whole(0, 600)
  ),
  logFormat: setting(
    { name: "LOG_FORMAT", type: "pretty or json", fallback: "pretty", meaning: "How log lines are written." },
    Schema.Literals(["pretty", "json"])
  ),
  logLevel: setting(
    {
      name: "LOG_LEVEL",
      type: "trace, debug, info, warn, error, fatal or none",
      fallback: "info",
      meaning: "The least severe log line that is written."
    },
    LogLevel
  )
}

/** Every setting, for the table in the README. */
export const settingsTable: ReadonlyArray<SettingRow> = Object.values(settings).map(({ row }) => row)

const listeningAddress = (host: string, port: number): string => {
  const named = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host
  return `http://${named.includes(":") ? `[${named}]` : named}:${port}`
}

const read = Effect.gen(function* () {
  const values = yield* readAll(settings)
  const dataFolder = resolve(values.dataFolder)
  // The port is chosen here and not by the socket: tokens name the address before anything listens.
  const port = values.port === 0 ? yield* freePort(values.host) : values.port
  const baseUrl = Option.getOrElse(values.baseUrl, () => listeningAddress(values.host, port))
  return {
    ...values,
    port,
    dataFolder,
    baseUrl,
    portalUrl: Option.getOrElse(values.portalUrl, () => baseUrl),
    consoleOrigin: new URL(Option.getOrElse(values.consoleOrigin, () => baseUrl)).origin,
    logLevel: LogLevels[values.logLevel],
    secret: yield* signingKey({
      given: values.secret,
      dataFolder,
      sharedDatabase: Option.isSome(values.databaseUrl)
    }).pipe(Effect.mapError((mistake) => [mistake]))
  }
}).pipe(Effect.mapError((mistakes) => new SettingsMistaken({ mistakes })))

type Values = Effect.Success<typeof read>

/** What the environment says, read once at the start. The properties' meanings are in `settingsTable`. */
export class Settings extends Context.Service<Settings, Values>()("@fleet/server/Settings") {
  static readonly layer = Layer.effect(Settings, read)

  /** The defaults with some values replaced; nothing is read from the environment and no file is made. */
  static readonly layerTest = (overrides: Partial<Values> = {}) =>
    Layer.succeed(Settings, {
      host: "127.0.0.1",
      port: 0,
      baseUrl: "http://127.0.0.1:8787",
      portalUrl: "http://127.0.0.1:8787",
      consoleOrigin: "http://127.0.0.1:8787",
      databaseUrl: Option.none(),
      databaseConnections: 10,
      dataFolder: resolve(".fleet"),
      secret: Redacted.make("a signing key that only tests know"),
      operatorToken: Option.none(),
      passwordConcurrency: 2,
      drainSeconds: 0,
      logFormat: "pretty",
      logLevel: "Info",
      ...overrides
    })
}
