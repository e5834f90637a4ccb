import type { App } from "@fleet/domain/Apps"
import { AuthConfigPreviewRequest, type AuthConfigPreviewResponse } from "@fleet/domain/AuthConfig"
import { AppId } from "@fleet/domain/Ids"
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib"
import { Clock, Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { hashSecret, mintSecret } from "../platform/crypto/Secrets.ts"
import { Sealing } from "../platform/crypto/Sealing.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { MailPreviewStore } from "./MailPreviewStore.ts"

/** How long the address of a preview is good, in milliseconds. */
export const previewMs = 300_000

const context = "hosted preview"
const Token = Schema.fromJsonString(
  Schema.Struct({ app: AppId, untilMs: Schema.Finite, asked: Schema.toCodecJson(AuthConfigPreviewRequest) })
)
/** The longest token that goes into an address: servers in between take 8 KB of a request's first line. */
const longestToken = 7_000
const mailContext = "mail preview"
const MailToken = Schema.fromJsonString(Schema.Struct({ app: AppId, untilMs: Schema.Finite, packed: Schema.String }))
const encodeMail = Schema.encodeSync(MailToken)
const decodeMail = Schema.decodeUnknownOption(MailToken)
/** Longer than any mail. */
const longestMail = 1_000_000
/** What the secrets of stored previews begin with, which no sealed one does. */
const storedPrefix = "kept."

const pack = (html: string): Buffer => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
const unpack = (packed: Uint8Array): string => brotliDecompressSync(packed, { maxOutputLength: longestMail }).toString()

const encode = Schema.encodeSync(Token)
const decode = Schema.decodeUnknownOption(Token)

/** Addresses of hosted pages for the console. What they show is sealed in them; of mails too long for that, it is stored. */
export class HostedPreviews extends Context.Service<
  HostedPreviews,
  {
    readonly make: (app: App, asked: AuthConfigPreviewRequest) => Effect.Effect<AuthConfigPreviewResponse>
    /** What a token of the app shows; null for one that is over or none of the app's. */
    readonly read: (appId: AppId, token: string | null) => Effect.Effect<AuthConfigPreviewRequest | null>
    /** The address of a mail's HTML. */
    readonly makeMail: (app: App, html: string) => Effect.Effect<string>
    /** The HTML of a token of the app; null for one that is over or none of the app's. */
    readonly readMail: (appId: AppId, token: string) => Effect.Effect<string | null>
  }
>()("@fleet/server/HostedPreviews") {
  static readonly layer = Layer.effect(
    HostedPreviews,
    Effect.gen(function* () {
      const sealing = yield* Sealing
      const store = yield* MailPreviewStore
      const { portalUrl } = yield* Settings
      return HostedPreviews.of({
        make: Effect.fn("HostedPreviews.make")(function* ({ id, identifier }, asked) {
          const untilMs = (yield* Clock.currentTimeMillis) + previewMs
          const token = Buffer.from(sealing.seal(encode({ app: id, untilMs, asked }), context)).toString("base64url")
          return {
            url: `${portalUrl}/app/${identifier}/preview?show=${token}`,
            expires_at: DateTime.makeUnsafe(untilMs)
          }
        }),
        read: Effect.fn("HostedPreviews.read")(function* (appId, token) {
          const text = yield* Effect.option(sealing.open(Buffer.from(token ?? "", "base64url"), context))
          const found = text._tag === "None" ? text : decode(text.value)
          if (found._tag === "None") return null
          const { app, asked, untilMs } = found.value
          return app === appId && (yield* Clock.currentTimeMillis) < untilMs ? asked : null
        }),
        makeMail: Effect.fn("HostedPreviews.makeMail")(function* ({ id, identifier }, html) {
          const untilMs = (yield* Clock.currentTimeMillis) + previewMs
          const packed = pack(html)
          const addressOf = (token: string) => `${portalUrl}/app/${identifier}/preview?mail=${token}`
          const sealed = sealing.seal(encodeMail({ app: id, untilMs, packed: packed.toString("base64") }), mailContext)
          const token = Buffer.from(sealed).toString("base64url")
          if (token.length <= longestToken) return addressOf(token)
          const secret = mintSecret(storedPrefix)
          yield* store.add({ token_hash: hashSecret(secret), app_id: id, packed, expires_at: new Date(untilMs) })
          return addressOf(secret)
        }),
        readMail: Effect.fn("HostedPreviews.readMail")(function* (appId, token) {
          const nowMs = yield* Clock.currentTimeMillis
          if (token.startsWith(storedPrefix)) {
            const key = { token_hash: hashSecret(token), app_id: appId }
            return Option.getOrNull(Option.map(yield* store.find(key, new Date(nowMs)), unpack))
          }
          const text = yield* Effect.option(sealing.open(Buffer.from(token, "base64url"), mailContext))
          const found = text._tag === "None" ? text : decodeMail(text.value)
          if (found._tag === "None") return null
          const { app, packed, untilMs } = found.value
          return app === appId && nowMs < untilMs ? unpack(Buffer.from(packed, "base64")) : null
        })
      })
    })
  )
}
