import type { FleetClient } from "../../createClient.ts"
import { parseJson } from "../../parseJson.ts"
import type { WebhookListenerMessage } from "../../types.gen.ts"
import type { Command } from "../Command.ts"
import { exit, usageFailure } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"
import { listen } from "../Listener.ts"
import { postMessage, type Receipt } from "../postMessage.ts"

type EventType = WebhookListenerMessage["type"]

const known: Readonly<Record<EventType, true>> = {
  "alert.firing": true,
  "alert.resolved": true,
  "robot.online": true,
  "robot.offline": true,
  "job.ended": true,
  "config.published": true,
  "usage.threshold": true
}
const width = Math.max(...Object.keys(known).map(({ length }) => length))

const isEvent = (text: string): text is EventType => Object.hasOwn(known, text)

const eventsOf = (given: ReadonlyArray<string>): ReadonlyArray<EventType> =>
  given.map((text) => {
    if (isEvent(text)) return text
    throw usageFailure(`There is no event ${text}.`, `There are: ${Object.keys(known).join(", ")}.`)
  })

const receiverOf = (text: string | undefined): URL | undefined => {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url === null || !/^https?:\/\//i.test(text)) {
    throw usageFailure(`--forward is an address such as http://localhost:3000, and not ${text}.`)
  }
  return url
}

const secretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/

const secretOf = (text: string | undefined): string | undefined => {
  if (text === undefined || text === "") return undefined
  if (secretPattern.test(text)) return text
  throw usageFailure("WEBHOOK_SECRET is no secret of a webhook.", "Unset it, and take the one that is printed.")
}

/** Names of robots by their id; a robot that was not there yet is looked up once. */
const makeNames = ({ robots }: Pick<FleetClient, "robots">) => {
  const names = new Map<string, string>()
  return async (id: string): Promise<string> => {
    const found = names.get(id)
    if (found !== undefined) return found
    const listed = await robots.list().catch(() => ({ robots: [] }))
    for (const robot of listed.robots) names.set(robot.id, robot.name)
    const name = names.get(id) ?? id
    names.set(id, name)
    return name
  }
}

/** The body of a message. */
interface MessageBody {
  readonly at: string
  readonly robot_id: string | null
  readonly data: unknown
}

export const webhooksListen: Command = {
  name: "webhooks listen",
  args: "",
  minArgs: 0,
  maxArgs: 0,
  about: "Receive an organisation's webhooks here, and forward them to a receiver; ends with Ctrl-C.",
  details: [
    "Messages are fetched from the service, so nothing has to reach this machine. They are signed as those of a webhook:",
    "the secret is printed at the start, or is that of WEBHOOK_SECRET. A receiver has 10 s, redirects are not followed, and",
    "nothing is tried again. Without --forward messages are only printed.",
    "With --json each line is {message, receiver: {status, error, ms} or null}."
  ].join("\n"),
  options: {
    forward: { value: "<address>", about: "The receiver, as http://localhost:3000" },
    event: { value: "<type>", multiple: true, about: "Only this event" },
    robot: { value: "<name or id>", multiple: true, about: "Only this robot" },
    json: { about: "One JSON object a line" }
  },
  run: async ({ all, connect, has, io, text }) => {
    const receiver = receiverOf(text("forward"))
    const events = eventsOf(all("event"))
    const given = secretOf(io.env["WEBHOOK_SECRET"])
    const { fleet } = await connect()
    const robots = []
    for (const asked of all("robot")) robots.push((await findRobot(fleet, asked)).id)
    const nameOf = makeNames(fleet)

    const lineOf = async ({ body, type }: WebhookListenerMessage, receipt: Receipt | undefined): Promise<string> => {
      if (has("json")) return `{"message":${body},"receiver":${JSON.stringify(receipt ?? null)}}`
      const { at, data, robot_id } = parseJson(body) as MessageBody
      const robot = robot_id === null ? "-" : (await nameOf(robot_id)).replaceAll(/[\n\t]/g, " ")
      const head = `${io.colour("dim", at)} ${io.colour("cyan", type.padEnd(width))} ${robot}`
      if (receipt === undefined) return `${head} ${JSON.stringify(data)}`
      const { error, ms, status } = receipt
      const outcome = error === null ? io.colour("green", String(status)) : io.colour("red", String(status ?? error))
      const why = status !== null && status >= 300 && status < 400 ? ` (${error})` : ""
      return `${head} ${outcome}${why} ${ms} ms`
    }

    const left = new AbortController()
    const stop = io.onInterrupt(() => left.abort())
    try {
      await listen(
        fleet,
        {
          ...(events.length === 0 ? {} : { events }),
          ...(robots.length === 0 ? {} : { robot_ids: robots }),
          ...(given === undefined ? {} : { secret: given })
        },
        {
          onOpen: (secret, isAgain) => {
            if (isAgain) {
              io.note(
                "The listener had expired, and is open again with the same secret. What happened in between is missing."
              )
              return
            }
            io.note(given === undefined ? `WEBHOOK_SECRET=${secret}` : "Messages are signed with WEBHOOK_SECRET.")
          },
          onLost: () => io.note("The service cannot be reached; it is tried again."),
          onMessage: async (message) => {
            const receipt = receiver && (await postMessage(receiver, message, left.signal))
            await io.print(await lineOf(message, receipt))
            const { error, status } = receipt ?? { status: null, error: "It was printed, and not forwarded." }
            return { status, error: error === null ? null : error.slice(0, 200) }
          }
        },
        left.signal
      )
    } finally {
      left.abort()
      stop()
    }
    return exit.done
  }
}
