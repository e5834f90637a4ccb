import type { RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import type { FakeBridge } from "../../support/FakeBridge.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { call } from "../../support/wire.ts"

/** A stop's or release's answer on any surface: what a stop did, or the code of the refusal. */
export interface Stopped {
  readonly code: string | null
  readonly result?: any
}

/** A way to stop a robot: as the holder of a token, with the fields of the body. */
export interface Surface {
  readonly stop: (token: string, robotId: RobotId, fields?: object) => Effect.Effect<Stopped, any, any>
  readonly release: (token: string, robotId: RobotId, slug: string) => Effect.Effect<Stopped, any, any>
}

export const overRest: Surface = {
  stop: (token, robotId, fields) =>
    Effect.map(
      call("POST", `/api/robots/${robotId}/stop`, {
        as: token,
        ...(fields === undefined ? {} : { body: fields })
      }),
      ({ body, status }) => (status === 200 ? { code: null, result: body } : { code: body.code })
    ),
  release: (token, robotId, slug) =>
    Effect.map(
      call("POST", `/api/robots/${robotId}/publishers/${slug}/release`, { as: token }),
      ({ body, status }) => ({ code: status === 204 ? null : body.code })
    )
}

const commanded = Effect.fnUntraced(function* (token: string, frame: object) {
  const client = yield* connectRealtime(token)
  client.send({ request_id: "1", ...frame })
  const { code, kind, result } = yield* client.next("command_result")
  client.socket.close()
  return { code, kind, ...(result === undefined ? {} : { result }) } as Stopped & { readonly kind: string | null }
})

export const overRealtime: Surface = {
  stop: (token, robot_id, fields) =>
    Effect.map(commanded(token, { type: "stop", robot_id, ...fields }), ({ kind, ...stopped }) => {
      if (kind !== null) throw new Error(`A stop is of no kind, but was answered ${kind}.`)
      return stopped
    }),
  release: (token, robot_id, slug) =>
    Effect.map(commanded(token, { type: "release", robot_id, slug }), ({ code }) => ({ code }))
}

export const surfaces = { REST: overRest, realtime: overRealtime } as const

/** From now on the bridge answers each cancel with the code, and reports the end of the job where it agrees. */
export const answerCancels = (bridge: FakeBridge, return_code: 0 | 1 = 0): ReadonlyArray<string> => {
  const asked: Array<string> = []
  bridge.socket.on("message", (data) => {
    const frame = JSON.parse(String(data))
    if (frame.type !== "cancel") return
    asked.push(frame.job_id)
    const { job_id, request_id, slug } = frame
    bridge.send({
      type: "cancel_result",
      request_id,
      slug,
      goals: [{ job_id, goal_id: "goal-1", return_code }],
      error: null
    })
    if (return_code === 0) bridge.update({ id: job_id, slug }, "cancelled")
  })
  return asked
}
