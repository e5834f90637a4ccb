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
  { mac, macs }: Pick<typeof Sealing.Service, "mac" | "macs">,
  idSchema: Schema.Codec<Id, string>,
  { prefix, purpose }: { readonly prefix: string; readonly purpose: string }
): SignedIds<Id> => {
  const decodeId = Schema.decodeUnknownOption(idSchema)
  const written = (id: Id, mac: Uint8Array) => prefix + id + separator + Buffer.from(mac).toString("base64url")
  const isWritten = (token: string, right: string) => {
    const [given, expected] = [Buffer.from(token), Buffer.from(right)]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return {
    tokenOf: (id) => written(id, mac(id, purpose)),
    read: (token) => {
      const id = decodeId(token.slice(prefix.length).split(separator, 1)[0])
      return Option.filter(id, (id) => macs(id, purpose).some((mac) => isWritten(token, written(id, mac))))
    }
  }
}
