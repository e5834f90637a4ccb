import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call } from "../../support/wire.ts"
import { noBrowser } from "../../pages/browser.ts"
import { aWorld } from "../world.ts"
import { noDocument, serveDocument } from "./clientDocument.ts"
import { lines, metadataOf } from "./officialClients.ts"
import { allow, does, needsPerson, openBrowser, signInWithNewFactor } from "./person.ts"
import { callback, freeOrigin, peerApp } from "./world.ts"

for (const reason of [noBrowser, noDocument]) if (reason !== null) console.warn(`Official clients: ${reason}.`)

const { origin, port } = await Effect.runPromise(freeOrigin)

/** Who a client says it is, the line that it is of, and whether that can be tried here. */
const peers = (["1.x", "2.x"] as const).flatMap((line) => [
  { line, identity: "registration" as const, missing: noBrowser },
  { line, identity: "document" as const, missing: noBrowser ?? noDocument }
])

layer(peerApp({ origin, port }), { excludeTestServices: true, timeout: "2 minutes" })("an official client", (it) => {
  for (const { identity, line, missing } of peers) {
    it.effect.skipIf(missing !== null)(
      `an official client of the line ${line}, known by its ${identity}, is let in, refreshes, is revoked and withdrawn`,
      () =>
        Effect.gen(function* () {
          const { app, path, robotId, user } = yield* aWorld()
          const sql = yield* SqlClient.SqlClient
          yield* sql`UPDATE apps SET two_factor = 'required' WHERE id = ${app.id}`
          const back = yield* callback
          const name = `Peer ${line}`
          const document =
            identity === "document" ? yield* serveDocument(metadataOf({ name, redirectUrl: back.url })) : undefined
          const peer = lines[line]({ endpoint: `${origin}${path}`, redirectUrl: back.url, name, document })
          yield* Effect.addFinalizer(() => Effect.promise(() => peer.close()))

          const { errors, page } = yield* openBrowser(origin)
          const first = yield* needsPerson(peer, peer.connect)
          assert.strictEqual(new URL(first).searchParams.get("resource"), `${origin}${path}`)
          yield* signInWithNewFactor(page, first, user.email)
          const came = yield* allow(page, back, name)
          assert.strictEqual(came.searchParams.get("iss"), `${origin}${path}`)
          yield* does(() => peer.finish(came))
          yield* does(peer.connect)
          assert.strictEqual(peer.kept.client!.client_id, document ?? peer.kept.client!.client_id)
          if (document === undefined) assert.match(peer.kept.client!.client_id, /^mcp_/)
          assert.strictEqual(peer.revision(), line === "1.x" ? "2025-11-25" : "2026-07-28")
          assert.include(yield* does(peer.tools), "start_action")
          const listed = (yield* does(() => peer.call("list_robots"))) as { robots: ReadonlyArray<{ id: string }> }
          assert.deepStrictEqual(
            listed.robots.map(({ id }) => id),
            [robotId]
          )
          const refused = (yield* does(() =>
            peer.call("start_action", { robot_id: robotId, slug: "undock" })
          )) as object
          assert.deepInclude(refused, { code: "robot_offline" })

          // A token that is not good any more is renewed without a person.
          const spent = peer.kept.tokens!.refresh_token
          peer.kept.tokens = { ...peer.kept.tokens!, access_token: "expired" }
          yield* does(() => peer.call("list_robots"))
          assert.notStrictEqual(peer.kept.tokens!.refresh_token, spent)

          // Revoked tokens are not, and the consent stands: the person, still signed in, is asked again.
          const token = peer.kept.tokens!.refresh_token!
          const revoked = yield* call("POST", `${path}/oauth/revoke`, {
            body: { token, client_id: peer.kept.client!.client_id }
          })
          assert.strictEqual(revoked.status, 200)
          const second = yield* needsPerson(peer, () => peer.call("list_robots"))
          yield* does(() => page.goto(second))
          assert.include(yield* does(() => page.locator("main").innerText()), "You let it in before.")
          yield* does(async () => peer.finish(await Effect.runPromise(allow(page, back, name))))
          yield* does(peer.connect)
          yield* does(() => peer.call("list_robots"))

          const withdrawn = encodeURIComponent(peer.kept.client!.client_id)
          const answer = yield* call("DELETE", `/api/client/mcp/grants/${withdrawn}`, { as: user.token })
          assert.strictEqual(answer.status, 204)
          yield* needsPerson(peer, () => peer.call("list_robots"))
          assert.deepStrictEqual(errors, [])
        }).pipe(Effect.scoped),
      300_000
    )
  }
})
