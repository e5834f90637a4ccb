import { LargeBodyPause } from "@fleet/server/platform/http/RequestBodies"
import type { Settings } from "@fleet/server/platform/settings/Settings"
import { type Bucket, defaultWindows } from "@fleet/server/platform/settings/RateWindows"
import { Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { confirm, setup } from "../identity/app-users/signin/twoFactorWorld.ts"
import { testAppWithMail } from "../support/MailSink.ts"
import { codeNow } from "../support/Totp.ts"

const often = { limit: 1_000_000, windowMs: 60_000 }

/** No limit in the way, but those that are named. */
const wideLimits = (kept: ReadonlyArray<Bucket>) =>
  Object.fromEntries(
    (Object.keys(defaultWindows) as ReadonlyArray<Bucket>)
      .filter((name) => !kept.includes(name))
      .map((name) => [name, often])
  )

/** Every line that the service logged in this file, as it is written in production. */
export const logged: Array<string> = []

const Noting = Logger.layer([
  Logger.map(Logger.formatJson, (line) => {
    logged.push(line)
  })
])

/** For tests that send each route megabytes: the turns of so many would take half a minute. */
export const WithoutTurns = Layer.succeed(LargeBodyPause, () => Effect.void)

/** The whole service with a mail server and wide limits, whose log is kept. */
export const abuseApp = (kept: ReadonlyArray<Bucket> = [], settings: Parameters<typeof Settings.layerTest>[0] = {}) =>
  testAppWithMail({ rateLimits: wideLimits(kept), ...settings }, Noting)

/** What a stranger's try must leave as it is: a digest of every row of these tables. */
export const stateOf = Effect.fnUntraced(function* (tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const states: Record<string, string> = {}
  for (const table of tables) {
    const rows = yield* sql<{ row: string }>`SELECT t::text AS row FROM ${sql(table)} t ORDER BY 1`
    const digest = createHash("sha256")
    for (const { row } of rows) digest.update(row).update("\n")
    states[table] = `${rows.length} ${digest.digest("hex")}`
  }
  return states
})

export interface Raw {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** One call with whatever bytes and headers; its answer is not read as anything. */
export const raw = Effect.fnUntraced(function* (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string | Uint8Array<ArrayBuffer>
) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(async () => {
    const response = await fetch(`${base}${path}`, {
      method,
      redirect: "manual",
      headers,
      ...(body === undefined ? {} : { body })
    })
    return { status: response.status, headers: response.headers, text: await response.text() } satisfies Raw as Raw
  })
})

/** Whether an answer that refuses is the envelope, or OAuth's own form where that is due. */
export const isEnvelope = ({ headers, text }: Raw): boolean => {
  if (headers.get("content-type")?.startsWith("application/json") !== true) return false
  const body = JSON.parse(text)
  return (typeof body.code === "string" && typeof body.message === "string") || typeof body.error === "string"
}

/** Sets an authenticator up for an app user by the real clock; the code of now is spent, the next step's is not. */
export const withAuthenticator = Effect.fnUntraced(function* (user: { readonly token: string }) {
  const { secret } = (yield* setup({}, user.token)).body
  const answer = yield* confirm({ code: yield* codeNow(secret) }, user.token)
  return {
    secret: secret as string,
    recoveryCodes: answer.body.recovery_codes as ReadonlyArray<string>,
    session: answer.body.session as { readonly access_token: string; readonly refresh_token: string }
  }
})

/** Works at the same time, in the order they are given. */
export const together = <const Works extends ReadonlyArray<Effect.Effect<unknown, unknown, unknown>>>(works: Works) =>
  Effect.all(works, { concurrency: "unbounded" })
