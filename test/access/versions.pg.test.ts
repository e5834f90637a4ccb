import { assert, layer } from "@effect/vitest"
import { AccessVersions } from "@fleet/server/access/AccessVersions"
import { Effect } from "effect"
import { publish, source } from "../robots/jobs/world.ts"
import { makeSurface, operations, type Surface } from "../abuse/operations.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

/** What changes whose access: of one app, or of all of the org. Every other change of an app or a robot must not. */
const raising: Readonly<Record<string, "app" | "org">> = {
  "PATCH /api/apps/{id}": "app",
  "PUT /api/apps/{id}/roles/{roleId}/permissions": "app",
  "DELETE /api/apps/{id}/roles/{roleId}": "app",
  "PATCH /api/apps/{id}/users/{userId}": "app",
  "DELETE /api/apps/{id}": "app",
  "DELETE /api/apps/{id}/users/{userId}": "app",
  "POST /api/robots/{id}/config/rename-slug": "app",
  "PATCH /api/robots/{id}": "org",
  "DELETE /api/robots/{id}": "org"
}

const changes = operations.filter(({ method, path }) => method !== "GET" && /^\/api\/(apps|robots|org)\b/.test(path))
const nameOf = ({ method, path }: (typeof changes)[number]) => `${method} ${path}`

const bodies: Readonly<Record<string, (surface: Surface) => unknown>> = {
  "PATCH /api/apps/{id}": () => ({ robot_ids: [] }),
  "PUT /api/apps/{id}/roles/{roleId}/permissions": ({ observe }) => ({
    role_id: observe.id,
    grants: [],
    capabilities: { action_history: true, assets: false }
  }),
  "PATCH /api/apps/{id}/users/{userId}": ({ operate }) => ({ role_id: operate.id }),
  "POST /api/robots/{id}/config/rename-slug": () => ({ from: "battery", to: "cell" }),
  "PATCH /api/robots/{id}": () => ({ name: "Another name" }),
  "PUT /api/robots/{id}/config/draft": () => ({ source })
}

const versionsOf = Effect.fnUntraced(function* ({ app, orgId }: Surface) {
  const versions = yield* AccessVersions
  const org = yield* versions.current({ orgId, appId: null })
  return { org, app: (yield* versions.current({ orgId, appId: app.id })) - org }
})

const send = (surface: Surface, operation: (typeof changes)[number]) => {
  const path = surface.pathOf(operation.path)
  const query = nameOf(operation) === "DELETE /api/apps/{id}/roles/{roleId}" ? `?move_to=${surface.operate.id}` : ""
  const body = bodies[nameOf(operation)]?.(surface) ?? surface.bodyOf(operation)
  return call(operation.method, path + query, { as: surface.owner.token, ...(body === undefined ? {} : { body }) })
}

layer(TestApp, { excludeTestServices: true, timeout: "120 seconds" })("the access version", (it) => {
  for (const operation of changes.filter((operation) => nameOf(operation) in raising)) {
    const name = nameOf(operation)
    it.effect(`the access version rises with ${name}, and not when that is done again`, () =>
      Effect.gen(function* () {
        const surface = yield* makeSurface
        yield* publish(surface.owner.caller, surface.robot.id, source)
        yield* call("PUT", `/api/apps/${surface.app.id}/roles/${surface.observe.id}/permissions`, {
          as: surface.owner.token,
          body: {
            role_id: surface.observe.id,
            grants: [{ robot_id: surface.robot.id, slugs: ["battery"] }],
            capabilities: { action_history: false, assets: false }
          }
        })
        const before = yield* versionsOf(surface)
        const { status } = yield* send(surface, operation)
        assert.isBelow(status, 300, name)
        const after = yield* versionsOf(surface)
        if (raising[name] === "app") {
          assert.isAbove(after.app, before.app)
          assert.strictEqual(after.org, before.org)
        } else assert.isAbove(after.org, before.org)
        yield* send(surface, operation)
        assert.deepStrictEqual(yield* versionsOf(surface), after)
      })
    )
  }

  it.effect("the access version stays with every other change of an app, a robot or the org", () =>
    Effect.gen(function* () {
      const surface = yield* makeSurface
      yield* publish(surface.owner.caller, surface.robot.id, source)
      const before = yield* versionsOf(surface)
      let done = 0
      for (const operation of changes) {
        const name = nameOf(operation)
        if (name in raising) continue
        const { status } = yield* send(surface, operation)
        if (status < 300) done++
        assert.deepStrictEqual(yield* versionsOf(surface), before, name)
      }
      assert.isAbove(done, 20)
      const { status } = yield* call("PATCH", `/api/apps/${surface.app.id}`, {
        as: surface.owner.token,
        body: { name: "Another name" }
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(yield* versionsOf(surface), before)
    })
  )

  it.effect("the access version rises with another default role", () =>
    Effect.gen(function* () {
      const surface = yield* makeSurface
      const path = `/api/apps/${surface.app.id}`
      const before = yield* versionsOf(surface)
      yield* call("PATCH", path, { as: surface.owner.token, body: { default_role_id: surface.operate.id } })
      assert.isAbove((yield* versionsOf(surface)).app, before.app)
    })
  )

  it.effect("the access version does not rise with a change that is taken back", () =>
    Effect.gen(function* () {
      const surface = yield* makeSurface
      const before = yield* versionsOf(surface)
      const refused = yield* call("DELETE", `/api/apps/${surface.app.id}/roles/${surface.observe.id}`, {
        as: surface.owner.token
      })
      assert.strictEqual(refused.status, 409)
      assert.deepStrictEqual(yield* versionsOf(surface), before)
    })
  )
})
