import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { bridgeTokenHash } from "./bridges/BridgeRecords.ts"

/** A new bridge token, and the hash that is all we keep of it. */
export const mintBridgeToken = Effect.sync(() => {
  const token = `rbt_${randomBytes(32).toString("base64url")}`
  return { token, hash: bridgeTokenHash(token) }
})
