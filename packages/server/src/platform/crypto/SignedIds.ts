import { Option, Schema } from "effect"
import { timingSafeEqual } from "node:crypto"
import type { Sealing } from "./Sealing.ts"

const separator = "."

/** Bearers that are an id, signed for one purpose. Nothing is stored of them. */
export interface SignedIds<Id> {
  readonly tokenOf: (id: Id) => string
  /** The id that a token is for; none where we have not signed it for this purpose. */
  readonly read: (token: string) => Option.Option<Id>
}

/** Tokens that begin with `prefix`. What is signed for one purpose is worth nothing for another. */
export const signedIds = <Id extends string>(
  { mac }: Pick<typeof Sealing.Service, "mac">,
  idSchema: Schema.Codec<Id, string>,
  { prefix, purpose }: { readonly prefix: string; readonly purpose: string }
): SignedIds<Id> => {
  const decodeId = Schema.decodeUnknownOption(idSchema)
  const tokenOf = (id: Id) => prefix + id + separator + Buffer.from(mac(id, purpose)).toString("base64url")
  return {
    tokenOf,
    read: (token) => {
      const id = decodeId(token.slice(prefix.length).split(separator, 1)[0])
      return Option.filter(id, (id) => {
        const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(id))]
        return given.length === right.length && timingSafeEqual(given, right)
      })
    }
  }
}
