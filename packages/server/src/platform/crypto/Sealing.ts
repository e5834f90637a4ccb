import { Context, Data, Effect, Layer, Option, Redacted } from "effect"
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"
import { Settings } from "../settings/Settings.ts"

/** A sealed value that none of this server's keys opens: another FLEET_SECRET wrote it, or it was changed. */
export class NotSealedHere extends Data.TaggedError("NotSealedHere") {}

const nonceLength = 12
const tagLength = 16

/**
 * Keeps what the database may hold but not show, under keys made from FLEET_SECRET. What keys of FLEET_SECRET_PREVIOUS made
 * still opens and is still right; nothing new is made with them.
 */
export class Sealing extends Context.Service<
  Sealing,
  {
    /** AES-256-GCM. `context` says what the value is for; it opens for nothing else. */
    readonly seal: (text: string, context: string) => Uint8Array
    readonly open: (sealed: Uint8Array, context: string) => Effect.Effect<string, NotSealedHere>
    /** HMAC-SHA256, for codes too short for a plain hash. Bind the code to its owner in `context`. */
    readonly mac: (text: string, context: string) => Uint8Array
    /** Those of each key: the current one first. */
    readonly macs: (text: string, context: string) => ReadonlyArray<Uint8Array>
    /** Whether it is one of these. */
    readonly isMac: (mac: Uint8Array, text: string, context: string) => boolean
  }
>()("@fleet/server/Sealing") {
  static readonly layer = Layer.effect(
    Sealing,
    Effect.gen(function* () {
      const { secret, secretPrevious } = yield* Settings
      const keysOf = (secret: Redacted.Redacted) => {
        const keyFor = (use: string) => Buffer.from(hkdfSync("sha256", Redacted.value(secret), "", `fleet ${use}`, 32))
        return { sealing: keyFor("sealing"), codes: keyFor("codes") }
      }
      const current = keysOf(secret)
      const keys = [current, ...Option.toArray(Option.map(secretPrevious, keysOf))]

      const macWith = ({ codes }: typeof current, text: string, context: string) =>
        createHmac("sha256", codes).update(`${context}\n${text}`).digest()
      const macs = (text: string, context: string) => keys.map((key) => macWith(key, text, context))

      const openWith = ({ sealing }: typeof current, sealed: Uint8Array, context: string) =>
        Effect.try({
          try: () => {
            const bytes = Buffer.from(sealed)
            const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, nonceLength))
            decipher.setAAD(Buffer.from(context))
            decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
            const body = decipher.update(bytes.subarray(nonceLength + tagLength))
            return Buffer.concat([body, decipher.final()]).toString("utf8")
          },
          catch: () => new NotSealedHere()
        })

      return Sealing.of({
        seal: (text, context) => {
          const nonce = randomBytes(nonceLength)
          const cipher = createCipheriv("aes-256-gcm", current.sealing, nonce).setAAD(Buffer.from(context))
          const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
          return Buffer.concat([nonce, cipher.getAuthTag(), body])
        },
        open: (sealed, context) => Effect.firstSuccessOf(keys.map((key) => openWith(key, sealed, context))),
        mac: (text, context) => macWith(current, text, context),
        macs,
        isMac: (mac, text, context) =>
          macs(text, context).some((right) => mac.length === right.length && timingSafeEqual(mac, right))
      })
    })
  )
}
