import { Context, Data, Effect, Layer, Redacted } from "effect"
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { Settings } from "../settings/Settings.ts"

/** A sealed value that this server's key does not open: another FLEET_SECRET wrote it, or it was changed. */
export class NotSealedHere extends Data.TaggedError("NotSealedHere") {}

const nonceLength = 12
const tagLength = 16

/** Keeps what the database may hold but not show, under keys made from FLEET_SECRET. */
export class Sealing extends Context.Service<
  Sealing,
  {
    /** AES-256-GCM. `context` says what the value is for; it opens for nothing else. */
    readonly seal: (text: string, context: string) => Uint8Array
    readonly open: (sealed: Uint8Array, context: string) => Effect.Effect<string, NotSealedHere>
    /** HMAC-SHA256, for codes too short for a plain hash. Bind the code to its owner in `context`. */
    readonly mac: (text: string, context: string) => Uint8Array
  }
>()("@fleet/server/Sealing") {
  static readonly layer = Layer.effect(
    Sealing,
    Effect.gen(function* () {
      const { secret } = yield* Settings
      const keyFor = (use: string) => Buffer.from(hkdfSync("sha256", Redacted.value(secret), "", `fleet ${use}`, 32))
      const sealingKey = keyFor("sealing")
      const codeKey = keyFor("codes")

      return Sealing.of({
        seal: (text, context) => {
          const nonce = randomBytes(nonceLength)
          const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce).setAAD(Buffer.from(context))
          const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
          return Buffer.concat([nonce, cipher.getAuthTag(), body])
        },
        open: (sealed, context) =>
          Effect.try({
            try: () => {
              const bytes = Buffer.from(sealed)
              const decipher = createDecipheriv("aes-256-gcm", sealingKey, bytes.subarray(0, nonceLength))
              decipher.setAAD(Buffer.from(context))
              decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
              const body = decipher.update(bytes.subarray(nonceLength + tagLength))
              return Buffer.concat([body, decipher.final()]).toString("utf8")
            },
            catch: () => new NotSealedHere()
          }),
        mac: (text, context) => createHmac("sha256", codeKey).update(`${context}\n${text}`).digest()
      })
    })
  )
}
