import type { Caller } from "@fleet/domain/Caller"
import type { CommandTarget } from "@fleet/domain/api/CommandScope"
import { type ApiError, Busy, envelopeOf, InternalError, UnknownSlug } from "@fleet/domain/Errors"
import type { Job } from "@fleet/domain/Jobs"
import type { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import type { CommandResult } from "@fleet/domain/realtime/ServerMessages"
import type { ExposureKind } from "@fleet/domain/Slug"
import { Cause, Context, Effect, FiberSet, Layer } from "effect"
import { Access, accessRefusal, unread } from "../access/Access.ts"
import { commandTarget, Jobs } from "../robots/jobs/Jobs.ts"
import { onBehalfOf } from "../platform/http/RequestCaller.ts"
import { durations, observe } from "../platform/telemetry/durations.ts"
import type { CommandType, MalformedCommand } from "./ClientFrames.ts"

export type Command = Extract<ClientMessage, { readonly type: CommandType }>
type SlugCommand = Exclude<Command, { readonly type: "stop" }>
type Reply = (result: CommandResult) => void

const nothing = { type: "command_result", ok: true, job: null, kind: null, code: null, message: null } as const

const succeeded = (requestId: string, kind: ExposureKind | null, job: Job | null): CommandResult => ({
  ...nothing,
  request_id: requestId,
  kind,
  job
})

const refused = (requestId: string, kind: ExposureKind | null, error: ApiError): CommandResult => {
  const envelope = envelopeOf(error)
  return {
    ...nothing,
    request_id: requestId,
    ok: false,
    kind,
    job: error instanceof Busy ? error.details.running : null,
    code: envelope.code,
    message: envelope.message,
    ...("details" in envelope ? { details: envelope.details } : {})
  }
}

/** A service's end: its result, or why it has none. */
const ended = (requestId: string, job: Job): CommandResult => ({
  ...succeeded(requestId, "service", job),
  ok: job.state === "succeeded",
  code: job.error?.code ?? null,
  message: job.error?.message ?? null
})

/** Which kinds a command is for. */
const takes = {
  invoke: ["action", "service"],
  cancel: ["action", "service"],
  publish: ["publisher"],
  release: ["publisher"]
} as const satisfies Record<SlugCommand["type"], ReadonlyArray<ExposureKind>>

/** What a command is refused with where the robot or the slug is not the caller's to command. */
const unresolved: ReadonlySet<string> = new Set(["not_found", "forbidden", "unknown_slug"])

/** Answers a command in any case, with the kind that is known by then: a fault as REST answers it. */
const answered = (
  requestId: string,
  kind: () => ExposureKind | null,
  reply: Reply,
  work: Effect.Effect<void, ApiError>
) =>
  work.pipe(
    Effect.catch((error) => Effect.sync(() => reply(refused(requestId, kind(), error)))),
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterruptsOnly(cause),
      (cause) =>
        Effect.andThen(
          Effect.logError("command failed", cause),
          Effect.sync(() => reply(refused(requestId, kind(), new InternalError())))
        )
    )
  )

/**
 * Commands over a socket: the meaning is that of REST. The effect ends once the command is on its way to the robot, so
 * that the next may follow; its reply comes when there is one.
 */
export class RealtimeCommands extends Context.Service<
  RealtimeCommands,
  { readonly run: (caller: Caller, command: Command | MalformedCommand, reply: Reply) => Effect.Effect<void> }
>()("@fleet/server/RealtimeCommands") {
  static readonly layer = Layer.effect(
    RealtimeCommands,
    Effect.gen(function* () {
      const access = yield* Access
      const jobs = yield* Jobs
      const fork = yield* FiberSet.makeRuntime()

      const invoke = Effect.fnUntraced(function* (
        caller: Caller,
        target: CommandTarget,
        { params, patience_ms, request_id }: Extract<Command, { type: "invoke" }>,
        reply: Reply
      ) {
        const started = yield* jobs.start(caller, target, {
          ...(params === undefined ? {} : { params }),
          ...(patience_ms === undefined ? {} : { patience_ms })
        })
        if (started.kind === "action") return reply(succeeded(request_id, "action", started.job))
        const end = Effect.map(started.ended, (job) => reply(ended(request_id, job)))
        fork(answered(request_id, () => "service", reply, end))
      })

      const cancel = Effect.fnUntraced(function* (
        caller: Caller,
        target: CommandTarget,
        { job_id, request_id, robot_id, slug }: Extract<Command, { type: "cancel" }>,
        reply: Reply
      ) {
        const before = yield* jobs.current(robot_id, slug)
        const cancelled = Effect.match(jobs.cancel(caller, target, job_id), {
          onSuccess: (job) => reply(succeeded(request_id, target.kind, job)),
          onFailure: (error) => {
            const job = error.code === "cancel_rejected" ? (before?.job ?? null) : null
            reply({ ...refused(request_id, target.kind, error), job })
          }
        })
        fork(onBehalfOf(caller)(answered(request_id, () => target.kind, reply, cancelled)))
      })

      const publish = Effect.fnUntraced(function* (
        caller: Caller,
        target: CommandTarget,
        { message, request_id }: Extract<Command, { type: "publish" }>,
        reply: Reply
      ) {
        yield* jobs.publish(caller, target, message ?? {})
        reply(succeeded(request_id, "publisher", null))
      })

      const stop = Effect.fnUntraced(function* (
        caller: Caller,
        { all = false, request_id, robot_id }: Extract<Command, { type: "stop" }>,
        reply: Reply
      ) {
        const stopping = yield* jobs.stop(caller, yield* jobs.stopTarget(unread(caller), robot_id), all)
        const ended = Effect.map(stopping.ended, (result) => reply({ ...succeeded(request_id, null, null), result }))
        fork(onBehalfOf(caller)(answered(request_id, () => null, reply, ended)))
      })

      const perform = (
        caller: Caller,
        target: CommandTarget,
        command: SlugCommand,
        reply: Reply
      ): Effect.Effect<void, ApiError> => {
        switch (command.type) {
          case "invoke":
            return invoke(caller, target, command, reply)
          case "cancel":
            return cancel(caller, target, command, reply)
          case "publish":
            return publish(caller, target, command, reply)
          case "release":
            return Effect.map(jobs.release(caller, target), () =>
              reply(succeeded(command.request_id, "publisher", null))
            )
        }
      }

      return RealtimeCommands.of({
        run: (caller, command, send) => {
          const begun = performance.now()
          const reply: Reply = (result) => {
            observe(durations.command, (performance.now() - begun) / 1000)
            send(result)
          }
          let kind: ExposureKind | null = null
          // As on REST: the robot, the grant and the slug come before the fields.
          const work = Effect.gen(function* () {
            if (command.type === "stop") {
              if (!("error" in command)) return yield* stop(caller, command, reply)
              if (command.place !== null) yield* jobs.stopTarget(unread(caller), command.place.robot_id)
              return yield* command.error
            }
            const place = "error" in command ? command.place : command
            if (place !== null) {
              const { robot_id, slug } = place
              // Neither leaves a row that could compare what it was decided on.
              const asking = command.type === "cancel" || command.type === "release" ? unread(caller) : caller
              const decided = access.resolve(asking, robot_id, { slug, kinds: takes[command.type] })
              const allowed = yield* Effect.mapError(decided, (refused) => {
                if (refused.failed === "kind_accepted") kind = refused.kind
                return accessRefusal(refused.failed, () => new UnknownSlug())
              })
              const target = commandTarget(allowed.exposure?.slug ?? slug, allowed)
              kind = target.kind
              if (!("error" in command)) {
                const performed = perform(caller, target, command, reply)
                // Decided again on its way, the slug did not resolve after all.
                return yield* Effect.tapError(performed, ({ code }) =>
                  Effect.sync(() => {
                    if (command.type !== "cancel" && unresolved.has(code)) kind = null
                  })
                )
              }
            }
            if ("error" in command) return yield* command.error
          })
          return onBehalfOf(caller)(answered(command.request_id, () => kind, reply, work))
        }
      })
    })
  )
}
