import type { Caller } from "@fleet/domain/Caller"
import { type ApiError, Busy, envelopeOf, InternalError } from "@fleet/domain/Errors"
import type { Job } from "@fleet/domain/Jobs"
import type { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import type { CommandResult } from "@fleet/domain/realtime/ServerMessages"
import type { ExposureKind } from "@fleet/domain/Slug"
import { Cause, Context, Effect, FiberSet, Layer } from "effect"
import { Jobs } from "../jobs/Jobs.ts"

export type Command = Extract<ClientMessage, { readonly request_id: string }>
type Reply = (result: CommandResult) => void

const nothing = { type: "command_result", ok: true, job: null, kind: null, code: null, message: null } as const

const succeeded = (requestId: string, kind: ExposureKind, job: Job | null): CommandResult => ({
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

/** A service's end: its result, or why there is none. */
const ended = (requestId: string, job: Job): CommandResult => ({
  ...succeeded(requestId, "service", job),
  ok: job.state === "succeeded",
  code: job.error?.code ?? null,
  message: job.error?.message ?? null
})

/** Sees to it that a command is answered: a fault as REST answers it. */
const answered = (requestId: string, kind: ExposureKind | null, reply: Reply, work: Effect.Effect<void, ApiError>) =>
  work.pipe(
    Effect.catch((error) => Effect.sync(() => reply(refused(requestId, kind, error)))),
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterruptsOnly(cause),
      (cause) =>
        Effect.andThen(
          Effect.logError("a command could not be served", cause),
          Effect.sync(() => reply(refused(requestId, kind, new InternalError())))
        )
    )
  )

/**
 * Commands over a socket: the meaning is that of REST. The effect ends once the command is on its way to the robot, so
 * that the next may follow; its reply comes when there is one.
 */
export class RealtimeCommands extends Context.Service<
  RealtimeCommands,
  { readonly run: (caller: Caller, command: Command, reply: Reply) => Effect.Effect<void> }
>()("@fleet/server/RealtimeCommands") {
  static readonly layer = Layer.effect(
    RealtimeCommands,
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const fork = yield* FiberSet.makeRuntime()

      const invoke = Effect.fnUntraced(function* (
        caller: Caller,
        { params, patience_ms, request_id, robot_id, slug }: Extract<Command, { type: "invoke" }>,
        reply: Reply
      ) {
        const target = yield* jobs.target(caller, robot_id, slug, ["action", "service"])
        const started = yield* jobs.start(caller, target, {
          ...(params === undefined ? {} : { params }),
          ...(patience_ms === undefined ? {} : { patience_ms })
        })
        if (started.kind === "action") return reply(succeeded(request_id, "action", started.job))
        const end = Effect.map(started.ended, (job) => reply(ended(request_id, job)))
        fork(answered(request_id, "service", reply, end))
      })

      const cancel = Effect.fnUntraced(function* (
        caller: Caller,
        { job_id, request_id, robot_id, slug }: Extract<Command, { type: "cancel" }>,
        reply: Reply
      ) {
        const target = yield* jobs.target(caller, robot_id, slug, ["action", "service"])
        const before = yield* jobs.current(robot_id, slug)
        const cancelled = Effect.match(jobs.cancel(caller, target, job_id), {
          onSuccess: (job) => reply(succeeded(request_id, target.kind, job)),
          onFailure: (error) => {
            const job = error.code === "cancel_rejected" ? (before?.job ?? null) : null
            reply({ ...refused(request_id, target.kind, error), job })
          }
        })
        fork(answered(request_id, target.kind, reply, cancelled))
      })

      const publish = Effect.fnUntraced(function* (
        caller: Caller,
        { message, request_id, robot_id, slug }: Extract<Command, { type: "publish" }>,
        reply: Reply
      ) {
        const target = yield* jobs.target(caller, robot_id, slug, ["publisher"])
        yield* jobs.publish(caller, target, message ?? {})
        reply(succeeded(request_id, "publisher", null))
      })

      const perform = (caller: Caller, command: Command, reply: Reply): Effect.Effect<void, ApiError> => {
        switch (command.type) {
          case "invoke":
            return invoke(caller, command, reply)
          case "cancel":
            return cancel(caller, command, reply)
          case "publish":
            return publish(caller, command, reply)
        }
      }

      return RealtimeCommands.of({
        run: (caller, command, reply) => answered(command.request_id, null, reply, perform(caller, command, reply))
      })
    })
  )
}
