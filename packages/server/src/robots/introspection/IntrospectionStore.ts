import { RobotId } from "@fleet/domain/Ids"
import type { RosGraph, TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { Context, type DateTime, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../platform/sql/values.ts"

/** Definitions that are kept of a robot, and how long their JSON is in all; of more the last fetched. */
const most = { definitions: 2_000, bytes: 16_000_000 }

/** What was checked before it was stored is not checked again. */
const stored = <A>() => Schema.declare((value: unknown): value is A => typeof value === "object" && value !== null)

const Read = Schema.Struct({ graph: stored<RosGraph>(), fetched_at: Schema.DateTimeUtcFromDate })
export type Read = typeof Read.Type

const OfRobot = { robotId: RobotId, fetchedAt: Schema.DateTimeUtcFromDate }
const Graph = Schema.Struct({ ...OfRobot, graph: Schema.String })
const Types = Schema.Struct({
  ...OfRobot,
  names: Schema.Array(Schema.String),
  definitions: Schema.Array(Schema.String)
})
const Named = Schema.Struct({ robotId: RobotId, names: Schema.Array(Schema.String) })
const Definition = Schema.Struct({ definition: stored<TypeDefinition>() })

/** The introspections and type_definitions tables. A robot that is gone keeps nothing. */
export class IntrospectionStore extends Context.Service<
  IntrospectionStore,
  {
    readonly find: (robotId: RobotId) => Effect.Effect<Option.Option<Read>>
    /** Those of the robots whose graph was never read. */
    readonly unread: (robotIds: ReadonlyArray<RobotId>) => Effect.Effect<ReadonlyArray<RobotId>>
    readonly putGraph: (robotId: RobotId, graph: RosGraph, fetchedAt: DateTime.Utc) => Effect.Effect<void>
    /** By name. */
    readonly types: (robotId: RobotId) => Effect.Effect<ReadonlyArray<TypeDefinition>>
    readonly named: (robotId: RobotId, names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<TypeDefinition>>
    readonly putTypes: (
      robotId: RobotId,
      definitions: ReadonlyArray<TypeDefinition>,
      fetchedAt: DateTime.Utc
    ) => Effect.Effect<void>
    /** Drops what is more than is kept of a robot. */
    readonly trimTypes: (robotId: RobotId) => Effect.Effect<void>
  }
>()("@fleet/server/IntrospectionStore") {
  static readonly layer = Layer.effect(
    IntrospectionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: RobotId,
        Result: Read,
        execute: (robotId) => sql`SELECT graph, fetched_at FROM introspections WHERE robot_id = ${robotId}`
      })
      const unread = SqlSchema.findAll({
        Request: Schema.Array(RobotId),
        Result: Schema.Struct({ robot_id: RobotId }),
        execute: (robotIds) => sql`
          SELECT asked.robot_id FROM unnest(${textArray(robotIds)}::uuid[]) AS asked (robot_id)
          WHERE NOT EXISTS (SELECT FROM introspections i WHERE i.robot_id = asked.robot_id)`
      })
      const putGraph = SqlSchema.void({
        Request: Graph,
        execute: ({ fetchedAt, graph, robotId }) => sql`
          INSERT INTO introspections AS last (robot_id, graph, fetched_at)
          SELECT id, ${graph}::json, ${fetchedAt}::timestamptz FROM robots WHERE id = ${robotId}
          ON CONFLICT (robot_id) DO UPDATE SET graph = excluded.graph, fetched_at = excluded.fetched_at
          WHERE last.fetched_at <= excluded.fetched_at`
      })
      const types = SqlSchema.findAll({
        Request: RobotId,
        Result: Definition,
        execute: (robotId) => sql`
          SELECT definition FROM type_definitions WHERE robot_id = ${robotId} ORDER BY name COLLATE "C"`
      })
      const named = SqlSchema.findAll({
        Request: Named,
        Result: Definition,
        execute: ({ names, robotId }) => sql`
          SELECT definition FROM type_definitions WHERE robot_id = ${robotId} AND name = ANY(${textArray(names)})`
      })
      const putTypes = SqlSchema.void({
        Request: Types,
        execute: ({ definitions, fetchedAt, names, robotId }) => sql`
          INSERT INTO type_definitions AS last (robot_id, name, definition, fetched_at)
          SELECT robots.id, given.name, given.definition::json, ${fetchedAt}::timestamptz
          FROM robots, unnest(${textArray(names)}, ${textArray(definitions)}) AS given (name, definition)
          WHERE robots.id = ${robotId} ORDER BY given.name
          ON CONFLICT (robot_id, name) DO UPDATE SET definition = excluded.definition, fetched_at = excluded.fetched_at
          WHERE last.fetched_at <= excluded.fetched_at`
      })
      const trimTypes = SqlSchema.void({
        Request: RobotId,
        execute: (robotId) => sql`
          DELETE FROM type_definitions WHERE robot_id = ${robotId} AND name IN (
            SELECT name FROM (
              SELECT name, row_number() OVER newest AS place,
                sum(octet_length(definition::text)) OVER newest AS bytes
              FROM type_definitions WHERE robot_id = ${robotId} WINDOW newest AS (ORDER BY fetched_at DESC, name)
            ) AS kept
            WHERE place > ${most.definitions}::int OR bytes > ${most.bytes}::int)`
      })
      const definitions = (rows: ReadonlyArray<typeof Definition.Type>) => rows.map(({ definition }) => definition)
      return IntrospectionStore.of({
        find: (robotId) => Effect.orDie(find(robotId)),
        unread: (robotIds) => Effect.map(Effect.orDie(unread(robotIds)), (rows) => rows.map((row) => row.robot_id)),
        putGraph: (robotId, graph, fetchedAt) =>
          Effect.orDie(putGraph({ robotId, graph: JSON.stringify(graph), fetchedAt })),
        types: (robotId) => Effect.map(Effect.orDie(types(robotId)), definitions),
        named: (robotId, names) => Effect.map(Effect.orDie(named({ robotId, names })), definitions),
        putTypes: (robotId, given, fetchedAt) =>
          Effect.orDie(
            putTypes({
              robotId,
              names: given.map(({ name }) => name),
              definitions: given.map((definition) => JSON.stringify(definition)),
              fetchedAt
            })
          ),
        trimTypes: (robotId) => Effect.orDie(trimTypes(robotId))
      })
    })
  )
}
