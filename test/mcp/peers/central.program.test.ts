import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { addTotp } from "../../support/factors.ts"
import { call } from "../../support/wire.ts"
import { noBrowser } from "../../pages/browser.ts"
import { aWorld } from "../world.ts"
import { lines } from "./officialClients.ts"
import { allow, does, needsPerson, openBrowser, signInAsDeveloper } from "./person.ts"
import { callback, freeOrigin, peerApp } from "./world.ts"

const { origin, port } = await Effect.runPromise(freeOrigin)

layer(peerApp({ origin, port }), { excludeTestServices: true, timeout: "2 minutes" })("the central endpoint", (it) => {
  for (const line of ["1.x", "2.x"] as const) {
    it.effect.skipIf(noBrowser !== null)(
      `the central endpoint lets an official client of the line ${line} act for a developer until that is withdrawn`,
      () =>
        Effect.gen(function* () {
          const { app, developer } = yield* aWorld()
          const { recovery_codes: codes } = yield* addTotp(developer.token)
          const back = yield* callback
          const name = `Central peer ${line}`
          const peer = lines[line]({ endpoint: `${origin}/mcp`, redirectUrl: back.url, name })
          yield* Effect.addFinalizer(() => Effect.promise(() => peer.close()))
          const { errors, page } = yield* openBrowser(origin)
          const url = yield* needsPerson(peer, peer.connect)
          yield* signInAsDeveloper(page, url, developer.email, codes![0]!)
          const came = yield* allow(page, back, name)
          assert.strictEqual(came.searchParams.get("iss"), `${origin}/mcp`)
          yield* does(() => peer.finish(came))
          yield* does(peer.connect)
          assert.include(yield* does(peer.tools), "publish_config")
          const { apps } = (yield* does(() => peer.call("list_apps"))) as { apps: ReadonlyArray<{ id: string }> }
          assert.deepStrictEqual(
            apps.map(({ id }) => id),
            [app.id]
          )
          peer.kept.tokens = { ...peer.kept.tokens!, access_token: "expired" }
          yield* does(() => peer.call("list_apps"))
          const withdrawn = encodeURIComponent(peer.kept.client!.client_id)
          const { status } = yield* call("DELETE", `/api/auth/mcp/grants/${withdrawn}`, { as: developer.token })
          assert.strictEqual(status, 204)
          yield* needsPerson(peer, () => peer.call("list_apps"))
          assert.deepStrictEqual(errors, [])
        }).pipe(Effect.scoped),
      300_000
    )
  }
})
