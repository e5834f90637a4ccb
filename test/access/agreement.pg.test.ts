import { assert, layer } from "@effect/vitest"
import type { Caller } from "@fleet/domain/Caller"
import type { RobotId } from "@fleet/domain/Ids"
import type { ExposureKind } from "@fleet/domain/Slug"
import { Access } from "@fleet/server/access/Access"
import type { CheckName } from "@fleet/server/access/decide"
import { Apps } from "@fleet/server/apps/Apps"
import { Effect, Schema } from "effect"
import { publish, source } from "../robots/jobs/world.ts"
import { grant, makeEveryone, makeRobot } from "../support/people.ts"
import { connectRealtime, type RealtimeClient } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

/** What one robot publishes; the other has the first two the other way round, and no more. */
const kinds: Readonly<Record<string, ExposureKind>> = {
  battery: "datapoint",
  dock: "action",
  reset: "service",
  drive: "publisher",
  front: "camera",
  bridge_state: "datapoint"
}
const swapped: Readonly<Record<string, ExposureKind>> = {
  battery: "action",
  dock: "datapoint",
  bridge_state: "datapoint"
}
const swappedSource = `platform: 1
datapoints:
  dock: {topic: /dock, type: std_msgs/msg/Float32, field: data}
actions:
  battery: {ros_name: /battery, type: a/action/Battery}
`
const slugs = [...Object.keys(kinds), "gone"]

const stage = Effect.cached(
  Effect.gen(function* () {
    const everyone = yield* makeEveryone
    const { developer, owner, robot } = everyone
    const other = (yield* makeRobot(owner.caller)).robot
    const bare = (yield* makeRobot(owner.caller)).robot
    const stranger = yield* makeEveryone
    yield* publish(owner.caller, robot.id, source)
    yield* publish(owner.caller, other.id, swappedSource)
    yield* publish(stranger.owner.caller, stranger.robot.id, source)
    return {
      ...everyone,
      callers: [everyone.user, everyone.key, developer] as ReadonlyArray<{ caller: Caller; token: string }>,
      robots: [
        { id: robot.id, published: kinds },
        { id: other.id, published: swapped },
        { id: bare.id, published: { bridge_state: "datapoint" } as typeof kinds },
        { id: stranger.robot.id, published: null }
      ]
    }
  })
).pipe(Effect.runSync)

const Robot = Schema.Struct({ attached: Schema.Boolean, granted: Schema.Array(Schema.Literals(slugs)) })
const Situation = Schema.Tuple([Robot, Robot, Robot])
type Situation = typeof Situation.Type
type Standing = typeof Robot.Type & { readonly published: Readonly<Record<string, ExposureKind>> | null }

/** The first reason against it, in plain words. A stranger's robot has no configuration here. */
const reason = (
  { attached, granted, published }: Standing,
  caller: Caller,
  slug: string,
  accepted: ReadonlyArray<ExposureKind> | null
): CheckName | null => {
  if (published === null || (caller.kind !== "developer" && !attached)) return "robot_attached"
  if (caller.kind === "app_user" && !granted.includes(slug)) return "slug_granted"
  const kind = published[slug]
  if (kind === undefined) return "slug_published"
  return accepted === null || accepted.includes(kind) ? null : "kind_accepted"
}

/** What a surface answers for a reason; whatever else is said came after the decision. */
const coded = (unknown: string, otherKind = unknown): Readonly<Record<string, string>> => ({
  robot_attached: "not_found",
  slug_granted: "forbidden",
  slug_published: unknown,
  kind_accepted: otherKind
})
const asDatapoint = coded("unknown_datapoint")
const asCommand = coded("unknown_slug")
const verdict = (codes: Readonly<Record<string, string>>, code: string | null | undefined) =>
  code !== null && code !== undefined && Object.values(codes).includes(code) ? code : "allowed"
const expected = (codes: Readonly<Record<string, string>>, failed: CheckName | null) =>
  failed === null ? "allowed" : codes[failed]!

const rest = [
  {
    of: "a value",
    codes: asDatapoint,
    accepted: ["datapoint"],
    method: "GET",
    at: (slug: string) => `datapoints/${slug}`
  },
  {
    of: "a history",
    codes: asDatapoint,
    accepted: ["datapoint"],
    method: "GET",
    at: (slug: string) => `datapoints/${slug}/history`
  },
  {
    of: "a job",
    codes: asCommand,
    accepted: ["action", "service"],
    method: "GET",
    at: (slug: string) => `jobs/${slug}`
  },
  {
    of: "a start",
    codes: asCommand,
    accepted: ["action", "service"],
    method: "POST",
    at: (slug: string) => `jobs/${slug}`
  },
  {
    of: "a cancel",
    codes: asCommand,
    accepted: ["action", "service"],
    method: "POST",
    at: (slug: string) => `jobs/${slug}/cancel`
  },
  {
    of: "a message",
    codes: asCommand,
    accepted: ["publisher"],
    method: "POST",
    at: (slug: string) => `publishers/${slug}`
  },
  {
    of: "a release",
    codes: asCommand,
    accepted: ["publisher"],
    method: "POST",
    at: (slug: string) => `publishers/${slug}/release`
  }
] as const

const commands = {
  invoke: ["action", "service"],
  cancel: ["action", "service"],
  publish: ["publisher"],
  release: ["publisher"]
} as const

/** What a socket answers to a subscription of each kind asked for, and to each command, of one slug. */
const overSocket = Effect.fnUntraced(function* (client: RealtimeClient, robot_id: RobotId, slug: string) {
  const subscribed = Effect.fnUntraced(function* (kind: ExposureKind | null) {
    client.send({ type: "subscribe", robot_id, slug, ...(kind === null ? {} : { kind }) })
    const frames: ReadonlyArray<any> = yield* client.settled
    client.send({ type: "unsubscribe", robot_id, slug })
    return frames.find(({ type }) => type === "subscribe_error")?.code as string | undefined
  })
  const commanded = Effect.fnUntraced(function* (type: keyof typeof commands) {
    client.send({ type, request_id: type, robot_id, slug })
    return (yield* client.next("command_result")).code as string | null
  })
  return { subscribed, commanded }
})

layer(TestApp, { excludeTestServices: true, timeout: "120 seconds" })("who may do what", (it) => {
  it.effect.prop(
    "access is the same by REST, realtime, explain-access and a plain model, for every caller and slug",
    [Situation],
    ([situation]: [Situation]) =>
      Effect.gen(function* () {
        const { app, callers, developer, observe, owner, robots } = yield* stage
        const apps = yield* Apps
        const access = yield* Access
        const standings: ReadonlyArray<Standing> = robots.map(({ published }, index) => ({
          ...(situation[index] ?? { attached: false, granted: [] }),
          published
        }))
        const attached = robots.filter((_, index) => standings[index]!.attached).map(({ id }) => id)
        const updated = yield* apps.update(owner.caller, yield* apps.get(owner.caller, app.id), { robot_ids: attached })
        const grants = robots.flatMap(({ id }, index) =>
          standings[index]!.attached ? [[id, [...new Set(standings[index]!.granted)]]] : []
        )
        yield* grant(owner.caller, updated, observe.id, Object.fromEntries(grants))

        for (const { caller, token } of callers) {
          const client = yield* connectRealtime(token)
          for (const [index, { id }] of robots.entries()) {
            for (const slug of slugs) {
              const standing = standings[index]!
              const where = `${caller.kind} ${index} ${slug} ${JSON.stringify(standing)}`
              for (const accepted of [undefined, ["datapoint"], ["action", "service"], ["publisher"]] as const) {
                const asked = accepted === undefined ? { slug } : { slug, kinds: accepted }
                const failed = yield* Effect.match(access.resolve(caller, id, asked), {
                  onFailure: ({ failed }) => failed,
                  onSuccess: () => null
                })
                assert.strictEqual(failed, reason(standing, caller, slug, accepted ?? null), where)
              }
              for (const { accepted, at, codes, method, of } of rest) {
                const { body } = yield* call(method, `/api/robots/${id}/${at(slug)}`, {
                  as: token,
                  ...(method === "POST" ? { body: {} } : {})
                })
                assert.strictEqual(
                  verdict(codes, body?.code),
                  expected(codes, reason(standing, caller, slug, accepted)),
                  `${of} ${where}`
                )
              }
              const socket = yield* overSocket(client, id, slug)
              for (const kind of [null, "datapoint", "action", "camera"] as const) {
                const code = yield* socket.subscribed(kind)
                const published = standing.published?.[slug]
                const codes = coded(
                  kind === null || kind === "datapoint" ? "unknown_datapoint" : "unknown_slug",
                  "wrong_kind"
                )
                const failed = reason(standing, caller, slug, kind === null ? null : [kind])
                const closed = failed === null && (published === "publisher" || published === "camera")
                assert.strictEqual(
                  code ?? "allowed",
                  closed ? "not_subscribable" : expected(codes, failed),
                  `subscribe ${kind} ${where}`
                )
              }
              for (const type of ["invoke", "cancel", "publish", "release"] as const) {
                const code = yield* socket.commanded(type)
                const failed = reason(standing, caller, slug, commands[type])
                assert.strictEqual(verdict(asCommand, code), expected(asCommand, failed), `${type} ${where}`)
              }
              if (caller.kind !== "app_user") continue
              const { body } = yield* call(
                "GET",
                `/api/apps/${app.id}/roles/${observe.id}/explain?robot_id=${id}&slug=${slug}`,
                { as: developer.token }
              )
              const failed = reason(standing, caller, slug, null)
              assert.strictEqual(body.allowed, failed === null, where)
              assert.strictEqual(body.answer.code ?? "allowed", expected(asDatapoint, failed), where)
              assert.strictEqual(body.checks.find(({ ok }: any) => !ok)?.check ?? null, failed, where)
              assert.strictEqual(
                body.kind,
                standing.published?.[slug] ?? (slug === "bridge_state" ? "datapoint" : null)
              )
            }
          }
          client.socket.close()
        }
      }),
    { arbitrary: { runs: 4, maxShrinks: 5 }, timeout: 600_000 }
  )
})
