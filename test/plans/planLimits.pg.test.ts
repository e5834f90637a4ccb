import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beside } from "../support/beside.ts"
import { password, unique } from "../support/people.ts"
import { followed } from "../support/results.ts"
import { makeDoor, post, SignInApp, stranger } from "../support/signIn.ts"
import { call, refusal } from "../support/wire.ts"
import { setPlan } from "./planWorld.ts"

type Counted = "seats" | "robots" | "apps" | "app_users"

/** The limits of the plans that have some, and what the refusal says lifts them. */
const sold = {
  basic: { seats: 1, robots: 1, apps: 1, app_users: 10, next: "plus", addons: false },
  plus: { seats: 3, robots: 3, apps: 3, app_users: 25, next: "pro", addons: false },
  pro: { seats: 5, robots: 5, apps: 5, app_users: 50, next: "enterprise", addons: true }
} as const
const plans = Object.keys(sold) as Array<keyof typeof sold>
const addons = { seats: "seats", robots: "robots", apps: "apps", app_users: "app_user_packs" } as const

const limitReached = (plan: keyof typeof sold, limit: Counted, used: number = sold[plan][limit]) => [
  409,
  "plan_limit",
  {
    limit,
    used,
    max: sold[plan][limit],
    plan,
    lifted_by: { plan: sold[plan].next, addon: sold[plan].addons ? addons[limit] : null }
  }
]

/** An org with one seat, one robot, one app and one app user. Anybody may register with the app. */
const aWorld = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const world = yield* makeDoor
  yield* sql`DELETE FROM developers WHERE org_id = ${world.orgId} AND tier <> 'owner'`
  return world
})
type World = Effect.Success<typeof aWorld>

const as = ({ owner }: World) => owner.token
const invite = (world: World, email = stranger()) =>
  call("POST", "/api/org/invitations", { as: as(world), body: { email, tier: "developer", send_mail: false } })
const inviteUser = (world: World, email = stranger()) =>
  call("POST", `/api/apps/${world.app.id}/invitations`, {
    as: as(world),
    body: { email, role_id: world.observe.id, send_mail: false }
  })
const addRobot = (world: World) => call("POST", "/api/robots", { as: as(world), body: { name: "Rover" } })

/** Every route that adds something counted. */
const routes: ReadonlyArray<
  readonly [name: string, Counted, (world: World) => ReturnType<typeof call>, accepted: number]
> = [
  ["a team invitation", "seats", (world) => invite(world), 201],
  ["a robot", "robots", addRobot, 201],
  [
    "an app",
    "apps",
    (world) => call("POST", "/api/apps", { as: as(world), body: { name: "App", identifier: `app_${unique()}` } }),
    201
  ],
  [
    "an app user",
    "app_users",
    (world) =>
      call("POST", `/api/apps/${world.app.id}/users`, {
        as: as(world),
        body: { email: stranger(), password, role_id: world.observe.id }
      }),
    201
  ],
  ["an app invitation", "app_users", (world) => inviteUser(world), 201],
  ["a registration", "app_users", ({ at }) => post("register", { ...at(stranger()), password }), 202]
]

/** Adds so many of what is counted, beside the service. App users are invitations by half. */
const add = Effect.fnUntraced(function* ({ app, observe, orgId }: World, counted: Counted, many: number) {
  const sql = yield* SqlClient.SqlClient
  const series = sql`FROM generate_series(1, ${many}) AS n`
  const half = sql`FROM generate_series(1, ${Math.ceil(many / 2)}) AS n`
  const others = sql`FROM generate_series(1, ${Math.floor(many / 2)}) AS n`
  const soon = sql`now(), now() + interval '1 day'`
  if (many === 0) return
  if (counted === "robots") {
    yield* sql`
      INSERT INTO robots (org_id, name, token_hash) SELECT ${orgId}, 'More', uuid_send(gen_random_uuid()) ${series}`
  } else if (counted === "apps") {
    yield* sql`
      INSERT INTO apps (org_id, name, identifier) SELECT ${orgId}, 'More', 'app_' || md5(random()::text) ${series}`
  } else if (counted === "seats") {
    yield* sql`
      INSERT INTO developers (org_id, email, tier)
      SELECT ${orgId}, gen_random_uuid() || '@example.com', 'developer' ${half}`
    yield* sql`
      INSERT INTO team_invitations (org_id, email, tier, token_hash, send_mail, created_at, expires_at)
      SELECT ${orgId}, gen_random_uuid() || '@example.com', 'owner', uuid_send(gen_random_uuid()), false, ${soon} ${others}`
  } else {
    yield* sql`
      INSERT INTO app_users (org_id, app_id, email, role_id, status)
      SELECT ${orgId}, ${app.id}, gen_random_uuid() || '@example.com', ${observe.id}, 'blocked' ${half}`
    yield* sql`
      INSERT INTO app_invitations (org_id, app_id, email, role_id, token_hash, send_mail, created_at, expires_at)
      SELECT ${orgId}, ${app.id}, gen_random_uuid() || '@example.com', ${observe.id}, uuid_send(gen_random_uuid()), false,
        ${soon} ${others}`
  }
})

const used = Effect.fnUntraced(function* (world: World) {
  return (yield* call("GET", "/api/org/plan", { as: as(world) })).body.usage
})

layer(SignInApp, { excludeTestServices: true, timeout: "120 seconds" })("plan_limit", (it) => {
  for (const [name, counted, create, accepted] of routes) {
    it.effect(`${name} is taken up to the limit of each plan and refused beyond it, and a higher plan takes it`, () =>
      Effect.gen(function* () {
        for (const plan of plans) {
          const world = yield* aWorld
          yield* setPlan(world.orgId, plan)
          const room = sold[plan][counted] - 1
          if (room > 0) {
            yield* add(world, counted, room - 1)
            assert.strictEqual((yield* create(world)).status, accepted, plan)
          }
          assert.strictEqual((yield* used(world))[counted], sold[plan][counted])
          assert.deepStrictEqual(refusal(yield* create(world)), limitReached(plan, counted))
          yield* setPlan(world.orgId, sold[plan].next)
          assert.strictEqual((yield* create(world)).status, accepted, plan)
        }
      })
    )

    it.effect(`${name} is taken by enterprise, which has no limit`, () =>
      Effect.gen(function* () {
        const world = yield* aWorld
        yield* add(world, counted, 60)
        assert.strictEqual((yield* create(world)).status, accepted)
      })
    )

    it.effect(`${name} is taken once of several at once where one has room`, () =>
      Effect.gen(function* () {
        const world = yield* aWorld
        yield* setPlan(world.orgId, "plus")
        yield* add(world, counted, sold.plus[counted] - 2)
        const answers = yield* Effect.all([create(world), create(world), create(world), create(world)], {
          concurrency: "unbounded"
        })
        const refused = answers.filter(({ status }) => status !== accepted)
        assert.strictEqual(refused.length, 3)
        for (const answer of refused) assert.deepStrictEqual(refusal(answer), limitReached("plus", counted))
        assert.strictEqual((yield* used(world))[counted], sold.plus[counted])
      })
    )
  }

  it.effect("a lower plan deletes nothing, refuses what is added, and takes it again once there is room", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* aWorld
      yield* add(world, "robots", 4)
      yield* setPlan(world.orgId, "plus")
      assert.lengthOf((yield* call("GET", "/api/robots", { as: as(world) })).body.robots, 5)
      assert.deepStrictEqual(refusal(yield* addRobot(world)), limitReached("plus", "robots", 5))
      yield* sql`DELETE FROM robots WHERE org_id = ${world.orgId} AND name = 'More'`
      assert.strictEqual((yield* addRobot(world)).status, 201)
    })
  )

  it.effect("plan_limit: an addition concurrent to a change to a lower plan waits for it, and is refused", () =>
    Effect.gen(function* () {
      const world = yield* aWorld
      const answer = yield* beside(setPlan(world.orgId, "basic"), addRobot(world))
      assert.deepStrictEqual(refusal(answer), limitReached("basic", "robots"))
    })
  )

  it.effect("plan_limit of seats: an outstanding invitation counts once, also when replaced or accepted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* aWorld
      const email = stranger()
      yield* setPlan(world.orgId, "plus")
      yield* add(world, "seats", 1)
      yield* invite(world, email)
      const again = yield* invite(world, email)
      assert.strictEqual(again.status, 201)
      assert.deepStrictEqual(refusal(yield* invite(world)), limitReached("plus", "seats"))
      yield* setPlan(world.orgId, "basic")
      assert.strictEqual((yield* invite(world, email)).status, 201)
      const last = yield* invite(world, email)
      const token = new URL(last.body.accept_url).pathname.split("/").at(-1)!
      assert.strictEqual((yield* call("POST", "/api/org/invitations/accept", { body: { token } })).status, 204)
      assert.strictEqual((yield* used(world)).seats, 3)
      assert.deepStrictEqual(refusal(yield* invite(world)), limitReached("basic", "seats", 3))
      yield* setPlan(world.orgId, "plus")
      yield* sql`DELETE FROM developers WHERE email = ${email}`
      assert.strictEqual((yield* invite(world)).status, 201)
    })
  )

  it.effect("plan_limit of seats: an invitation that has expired counts no longer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* aWorld
      yield* setPlan(world.orgId, "plus")
      yield* add(world, "seats", 2)
      assert.deepStrictEqual(refusal(yield* invite(world)), limitReached("plus", "seats"))
      yield* sql`UPDATE team_invitations SET expires_at = now() - interval '1 second' WHERE org_id = ${world.orgId}`
      assert.strictEqual((yield* used(world)).seats, 2)
      assert.strictEqual((yield* invite(world)).status, 201)
    })
  )

  it.effect("plan_limit of app_users: an outstanding invitation counts, is replaced and accepted without room", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* aWorld
      const email = stranger()
      yield* setPlan(world.orgId, "basic")
      yield* add(world, "app_users", 8)
      yield* inviteUser(world, email)
      assert.deepStrictEqual(refusal(yield* inviteUser(world)), limitReached("basic", "app_users"))
      const again = yield* inviteUser(world, email)
      assert.strictEqual(again.status, 201)
      const token = new URL(again.body.accept_url).pathname.split("/").at(-1)!
      assert.strictEqual((yield* post("invitations/accept", { token, password })).status, 200)
      assert.strictEqual((yield* used(world)).app_users, 10)
      yield* sql`UPDATE app_invitations SET expires_at = now() - interval '1 second' WHERE org_id = ${world.orgId}`
      assert.isBelow((yield* used(world)).app_users, 10)
      assert.strictEqual((yield* inviteUser(world)).status, 201)
    })
  )

  it.effect("plan_limit of app_users: those of every app count, and those of another org do not", () =>
    Effect.gen(function* () {
      const first = yield* aWorld
      const other = yield* aWorld
      yield* setPlan(first.orgId, "basic")
      const [, , second] = routes[2]!
      yield* setPlan(first.orgId, "enterprise")
      const app = (yield* second(first)).body
      yield* setPlan(first.orgId, "basic")
      const roles = (yield* call("GET", `/api/apps/${app.id}/roles`, { as: as(first) })).body.roles
      yield* add({ ...first, app, observe: roles[0] }, "app_users", 9)
      yield* add(other, "app_users", 9)
      assert.deepStrictEqual(refusal(yield* inviteUser(first)), limitReached("basic", "app_users"))
      assert.strictEqual((yield* inviteUser(other)).status, 201)
    })
  )

  it.effect("a registration is refused before its address is looked at, and the page says why", () =>
    Effect.gen(function* () {
      const world = yield* aWorld
      yield* setPlan(world.orgId, "basic")
      yield* add(world, "app_users", 9)
      for (const email of [stranger(), world.user.email]) {
        assert.deepStrictEqual(
          refusal(yield* post("register", { ...world.at(email), password })),
          limitReached("basic", "app_users")
        )
      }
      const sent = yield* call("POST", `/app/${world.app.identifier}/sign-up?lang=en`, {
        body: new URLSearchParams({ email: stranger(), password }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
      assert.include((yield* followed(sent)).body, "no new accounts")
    })
  )

  it.effect("plan_limit comes after the faults of the request itself", () =>
    Effect.gen(function* () {
      const world = yield* aWorld
      yield* setPlan(world.orgId, "basic")
      const body = { name: "App", identifier: `app_${unique()}`, robot_ids: [crypto.randomUUID()] }
      assert.strictEqual((yield* call("POST", "/api/apps", { as: as(world), body })).body.code, "validation_error")
      assert.strictEqual((yield* inviteUser(world, world.user.email)).body.code, "email_taken")
      assert.strictEqual((yield* invite(world, world.owner.email)).body.code, "email_taken")
    })
  )
})
