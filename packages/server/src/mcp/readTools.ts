import { Alert } from "@fleet/domain/Alerts"
import { RobotDatasheet } from "@fleet/domain/Datasheet"
import { HistoryQuery } from "@fleet/domain/Datapoints"
import { Job, JobKind, JobRun, JobState } from "@fleet/domain/Jobs"
import { ClientRobotListItem } from "@fleet/domain/Robots"
import { Slug } from "@fleet/domain/Slug"
import { firstViolation, refusalOf } from "@fleet/domain/Violations"
import { AnyJson, Count, Int } from "@fleet/domain/Wire"
import { Clock, Effect, Result, Schema } from "effect"
import { Grants } from "../access/Grants.ts"
import { Alerts } from "../robots/alerts/Alerts.ts"
import { ClientRobots } from "../robots/ClientRobots.ts"
import { PublishedConfigs } from "../robots/config/PublishedConfigs.ts"
import { Datapoints } from "../robots/datapoints/Datapoints.ts"
import { History } from "../robots/datapoints/History.ts"
import { Datasheets } from "../robots/Datasheets.ts"
import { Jobs } from "../robots/jobs/Jobs.ts"
import { jobAsItStands } from "./jobAsItStands.ts"
import { reads } from "./Tool.ts"

const text = Schema.optionalKey(Schema.String)
const slugOfDatapoint = { kinds: ["datapoint"] } as const
const maxNumber = Number.MAX_SAFE_INTEGER

/** Tools that read robots. What robots say in them is data and no instruction. */
export const readTools = Effect.gen(function* () {
  const alerts = yield* Alerts
  const configs = yield* PublishedConfigs
  const datapoints = yield* Datapoints
  const datasheets = yield* Datasheets
  const grants = yield* Grants
  const history = yield* History
  const jobs = yield* Jobs
  const robots = yield* ClientRobots

  return [
    reads({
      name: "list_robots",
      title: "List robots",
      description: "The robots that you may see: ids, names, whether they are online.",
      robot: "none",
      args: {},
      result: { robots: Schema.Array(ClientRobotListItem) },
      run: Effect.fnUntraced(function* ({ caller, principal }) {
        const all = yield* robots.list(caller)
        return { robots: principal.robotId === null ? all : all.filter(({ id }) => id === principal.robotId) }
      })
    }),
    reads({
      name: "describe_robot",
      title: "Describe a robot",
      description:
        "What a robot offers you: slugs by kind, units, and the parameters of actions, services and publishers.",
      args: {},
      result: RobotDatasheet.fields,
      run: ({ caller }, { robot_id }) => datasheets.get(caller, robot_id)
    }),
    reads({
      name: "read_datapoint",
      title: "Read a value",
      description: "The newest value of a datapoint, how old it is, and its unit.",
      need: slugOfDatapoint,
      openWorld: true,
      args: { slug: Slug },
      result: { slug: Slug, value: AnyJson, timestamp_ms: Count, age_ms: Count, unit: Schema.NullOr(Schema.String) },
      run: Effect.fnUntraced(function* ({ caller }, { robot_id, slug }) {
        const { json, timestampMs } = yield* datapoints.latest(yield* datapoints.find(caller, robot_id, slug))
        const exposure = (yield* configs.current(robot_id)).exposures.get(slug)
        return {
          slug,
          value: JSON.parse(json) as unknown,
          timestamp_ms: timestampMs,
          age_ms: Math.max(0, (yield* Clock.currentTimeMillis) - timestampMs),
          unit: exposure?.kind === "datapoint" ? (exposure.config.numeric?.unit ?? null) : null
        }
      })
    }),
    reads({
      name: "read_datapoint_history",
      title: "Read recorded values",
      description:
        "Recorded values of a datapoint: from and to as now-1h or ISO 8601; window (10s, 5m) with agg (avg, min, max, last, count); tz (Europe/Berlin) for windows of 1d.",
      need: slugOfDatapoint,
      openWorld: true,
      args: {
        slug: Slug,
        from: text,
        to: text,
        window: text,
        agg: text,
        field: text,
        tz: text,
        limit: Schema.optionalKey(Int(1, 10_000))
      },
      result: { slug: Slug, kind: Schema.String },
      isJson: true,
      run: Effect.fnUntraced(function* ({ caller }, { limit, robot_id, slug, ...rest }) {
        const asked = { ...rest, ...(limit === undefined ? {} : { limit: String(limit) }) }
        const query = Schema.decodeUnknownResult(HistoryQuery)(asked)
        const datapoint = yield* datapoints.find(caller, robot_id, slug)
        if (Result.isFailure(query)) return yield* refusalOf(firstViolation(query.failure.issue))
        return JSON.parse(yield* history.read(datapoint, query.success)) as unknown
      })
    }),
    reads({
      name: "list_alerts",
      title: "List alerts",
      description: "Alerts on the datapoints that you may read, of one robot or of all; state ok or firing.",
      need: slugOfDatapoint,
      robot: "optional",
      args: { state: Schema.optionalKey(Schema.Literals(["ok", "firing"])) },
      result: { alerts: Schema.Array(Schema.Struct({ ...Alert.fields, robot_name: Schema.String })) },
      run: Effect.fnUntraced(function* ({ caller, principal }, { robot_id, state }) {
        const only = robot_id ?? principal.robotId
        const reached = (yield* grants.robots(caller)).filter(
          ({ id }) => only === null || only === undefined || id === only
        )
        if (only !== null && only !== undefined && reached.length === 0) yield* datasheets.get(caller, only)
        const found = yield* Effect.forEach(
          reached,
          Effect.fnUntraced(function* ({ id, name }) {
            const granted = yield* grants.find(caller, id)
            return (yield* alerts.list({ id }))
              .filter(({ slug }) => granted?.has(slug) === true)
              .map((alert) => ({ ...alert, robot_name: name }))
          }),
          { concurrency: 10 }
        )
        return { alerts: found.flat().filter((alert) => state === undefined || alert.state === state) }
      })
    }),
    reads({
      name: "get_job",
      title: "Get a job",
      description: "The newest job of an action or service with its feedback. wait_ms waits for its end.",
      need: { kinds: ["action", "service"] },
      openWorld: true,
      args: { slug: Slug, wait_ms: Schema.optionalKey(Int(0, 20_000)) },
      result: { job: Schema.NullOr(Job), feedback: Schema.NullOr(AnyJson), progress: Schema.NullOr(Schema.Finite) },
      run: Effect.fnUntraced(function* (call, { robot_id, slug, wait_ms = 0 }) {
        yield* jobs.target(call.caller, robot_id, slug, ["action", "service"])
        const found = yield* jobAsItStands(jobs, call, robot_id, slug, wait_ms)
        return { job: found?.job ?? null, feedback: found?.feedback ?? null, progress: found?.progress ?? null }
      })
    }),
    reads({
      name: "job_history",
      title: "List earlier jobs",
      description: "Jobs of a robot, newest first; next_cursor goes into before_seq.",
      need: { capability: "action_history" },
      args: {
        before_seq: Schema.optionalKey(Int(1, maxNumber)),
        limit: Schema.optionalKey(Int(1, 200)),
        slug: Schema.optionalKey(Slug),
        state: Schema.optionalKey(JobState),
        kind: Schema.optionalKey(JobKind),
        from_ms: Schema.optionalKey(Int(0, maxNumber)),
        to_ms: Schema.optionalKey(Int(0, maxNumber))
      },
      result: { runs: Schema.Array(JobRun), next_cursor: Schema.NullOr(Count) },
      run: Effect.fnUntraced(function* ({ caller }, { robot_id, ...query }) {
        return yield* jobs.history(yield* jobs.historyTarget(caller, robot_id), query)
      })
    })
  ]
})
