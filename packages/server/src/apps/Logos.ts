import { type LogoType, maxLogoBytes } from "@fleet/domain/AuthConfig"
import { ValidationError } from "@fleet/domain/Errors"
import type { AppId } from "@fleet/domain/Ids"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, Effect, Layer, type Option } from "effect"
import { createHash } from "node:crypto"
import { pngFault } from "./logos/png.ts"
import { svgFault } from "./logos/svg.ts"
import { LogoStore } from "./LogoStore.ts"

/** A logo as it is served: the bytes that were put. */
export interface Logo {
  readonly mime: LogoType
  readonly image: Uint8Array
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly hash: string
}

const faultOf = { "image/png": pngFault, "image/svg+xml": svgFault } as const

/** The logos of apps' hosted pages: images that carry nothing but an image. */
export class Logos extends Context.Service<
  Logos,
  {
    readonly find: (appIdentifier: string) => Effect.Effect<Option.Option<Logo>>
    /** False when the app's logo is this one already. */
    readonly put: (appId: AppId, mime: LogoType, image: Uint8Array) => Effect.Effect<boolean, ValidationError>
    /** False when the app has none. */
    readonly delete: (appId: AppId) => Effect.Effect<boolean>
  }
>()("@fleet/server/Logos") {
  static readonly layer = Layer.effect(
    Logos,
    Effect.map(LogoStore, (store) =>
      Logos.of({
        find: store.find,
        delete: store.delete,
        put: Effect.fn("Logos.put")(function* (appId, mime, image) {
          if (image.length === 0) return yield* refusalOf({ field: "body", rule: Rule.required })
          if (image.length > maxLogoBytes) return yield* refusalOf({ field: "body", rule: Rule.tooLarge })
          const fault = faultOf[mime](image)
          if (fault !== null) {
            return yield* new ValidationError({ message: fault, details: { field: "body", rule: Rule.invalidValue } })
          }
          return yield* store.put({
            app_id: appId,
            mime,
            image,
            hash: createHash("sha256").update(image).digest("hex")
          })
        })
      })
    )
  )
}
