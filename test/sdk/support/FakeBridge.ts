import { WebSocket } from "ws"

interface Message {
  readonly type: string
  readonly [key: string]: unknown
}

/** What a robot of a test does: a sample to report, and how an action goes. */
export interface Behaviour {
  readonly datapoint: string
  readonly value: unknown
}

/** A robot's bridge, and what it was sent. */
export interface FakeBridge extends AsyncDisposable {
  readonly received: ReadonlyArray<Message>
}

/**
 * A robot's bridge, as small as the protocol lets it be: reports one sample after the configuration came, runs every
 * action to its end, and answers pings.
 */
export const connectBridge = (baseUrl: string, token: string, { datapoint, value }: Behaviour): FakeBridge => {
  const socket = new WebSocket(`${baseUrl.replace(/^http/, "ws")}/bridge`)
  const received: Array<Message> = []
  const send = (message: Message) => socket.send(JSON.stringify(message))
  const update = (job_id: unknown, slug: unknown, state: string, rest: object) =>
    send({
      type: "job_update",
      job_id,
      slug,
      state,
      origin: "platform",
      goal_id: "goal-1",
      feedback: null,
      progress: null,
      result: null,
      error: null,
      timestamp_ms: Date.now(),
      ...rest
    })
  const answers: { readonly [type: string]: (message: Message) => void } = {
    config: ({ version }) => {
      send({ type: "config_applied", version, ok: true, errors: [] })
      send({ type: "datapoint", slug: datapoint, value, timestamp_ms: Date.now() })
    },
    ping: ({ ts_ms }) => send({ type: "pong", ts_ms }),
    invoke: ({ job_id, slug }) => {
      update(job_id, slug, "running", { progress: 0.5 })
      update(job_id, slug, "succeeded", { progress: 1, result: { picked: true } })
    }
  }
  // One that is closed before it was open says so.
  socket.on("error", () => {})
  socket.on("open", () => send({ type: "hello", protocol_version: 5, token, bridge_version: "0.1.0" }))
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message
    received.push(message)
    answers[message.type]?.(message)
  })
  return {
    received,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        socket.once("close", () => resolve())
        socket.close()
      })
  }
}
