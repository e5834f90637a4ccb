import { assert, describe, it } from "@effect/vitest"
import { type Caller, ServerKey } from "@fleet/domain/Caller"
import { identityOf } from "@fleet/domain/ClientIdentity"
import { AppId, AppUserId, DeveloperId, OrgId, RoleId, ServerKeyId, SessionId } from "@fleet/domain/Ids"
import { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import { ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import { readFrame } from "@fleet/server/realtime/ClientFrames"
import { serverFrame } from "@fleet/server/realtime/ServerFrames"
import { textFrame } from "@fleet/server/platform/websocket/TextFrame"
import { DateTime, Option, Result, Schema } from "effect"

const id = "00000000-0000-4000-8000-000000000001"
const [orgId, appId, sessionId] = [OrgId.make(id), AppId.make(id), SessionId.make(id)]
const person = { orgId, email: "ada@example.com", displayName: "Ada", sessionId, accessVersion: 1 }
const callers: ReadonlyArray<Caller> = [
  { kind: "developer", id: DeveloperId.make(id), tier: "owner", tokenVersion: 1, ...person },
  { kind: "app_user", id: AppUserId.make(id), appId, roleId: RoleId.make(id), twoFactorEnabled: true, ...person },
  {
    kind: "server_key",
    id: ServerKeyId.make(id),
    orgId,
    appId,
    name: ServerKey.fields.name.make("key"),
    accessVersion: 1
  }
]

const encode = Schema.encodeSync(Schema.toCodecJson(ServerMessage))
const decode = Schema.decodeUnknownOption(Schema.toCodecJson(ClientMessage))

describe("auth frames that no schema reads or writes", () => {
  it("auth_ok is what its schema makes of it, for each kind of caller", () => {
    for (const caller of callers) {
      for (const expires_at of [null, DateTime.makeUnsafe(0), DateTime.makeUnsafe(1_790_000_000_123)]) {
        const message = {
          type: "auth_ok",
          identity: identityOf(caller),
          session_id: id,
          expires_at,
          server_ms: 7
        } as const
        assert.deepStrictEqual(serverFrame(message), textFrame(JSON.stringify(encode(message))))
      }
    }
  })

  it("an auth is read as its schema reads it, whatever its token is", () => {
    const bounds = ["", "x", "x".repeat(2000), "x".repeat(2001), "🔑".repeat(2000), "🔑".repeat(2001)]
    const odd = ["srv_abc-_", "a.b.c", "a token", "ü", 7, null, {}, ["x"], undefined]
    for (const token of [...bounds, ...odd]) {
      for (const rest of [{}, { more: 1 }]) {
        const frame = { type: "auth", token, ...rest }
        const read = readFrame(frame)
        assert.deepStrictEqual(Result.getSuccess(read), decode(frame), JSON.stringify(frame))
      }
    }
  })

  it("an auth with a text that cannot be kept is refused", () => {
    for (const frame of [{ token: "a\0b" }, { token: "\ud800" }, { token: "x", more: "\0" }, { token: "x", "\0": 1 }]) {
      assert.isTrue(Option.isNone(Result.getSuccess(readFrame({ type: "auth", ...frame }))))
    }
  })
})
