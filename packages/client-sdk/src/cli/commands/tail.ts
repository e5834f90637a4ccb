import type { Subscription } from "../../realtime/Subscription.ts"
import type { Sample } from "../../Values.ts"
import type { Command } from "../Command.ts"
import { exit, Failure, usageFailure } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"

const shown = (value: unknown, decimals: number | null): string =>
  typeof value === "number" && decimals !== null ? value.toFixed(decimals) : JSON.stringify(value)

export const tail: Command = {
  name: "tail",
  args: "<robot> [slug...]",
  minArgs: 1,
  maxArgs: 200,
  about: "Print the values of datapoints as they come, of all without a slug; ends with Ctrl-C.",
  details:
    "A lost connection is opened again by itself. With --json each line is {robot_id, slug, value, timestamp_ms}.",
  options: {
    json: { about: "One JSON object a line" },
    count: { value: "<n>", about: "End after so many values" }
  },
  run: async ({ args: [name, ...slugs], connect, has, io, text }) => {
    const count = text("count") === undefined ? Infinity : Number(text("count"))
    if (!(count >= 1) || (count !== Infinity && !Number.isInteger(count))) {
      throw usageFailure("--count is a whole number from 1.")
    }
    const { fleet } = await connect()
    const { id, name: robotName } = await findRobot(fleet, name!)
    const robot = fleet.robot(id)
    const { exposures } = await robot.datasheet()
    const datapoints = new Map(exposures.filter(({ kind }) => kind === "datapoint").map((each) => [each.slug, each]))
    const wanted = slugs.length > 0 ? [...new Set(slugs)] : [...datapoints.keys()]
    const unknown = wanted.filter((slug) => !datapoints.has(slug))
    if (unknown.length > 0) {
      const list = [...datapoints.keys()].join(", ") || "none"
      throw new Failure(`${robotName} has no datapoint ${unknown.join(", ")} for you.`, { hint: `There are: ${list}.` })
    }
    if (wanted.length === 0) throw new Failure(`${robotName} exposes no datapoint to you.`)

    const width = Math.max(...wanted.map((slug) => slug.length))
    const lineOf = (slug: string, { at, value }: Sample<unknown>): string => {
      if (has("json")) return JSON.stringify({ robot_id: id, slug, value, timestamp_ms: at.getTime() })
      const { decimals = null, unit = null } = datapoints.get(slug) ?? {}
      const unitText = unit === null ? "" : ` ${unit}`
      return `${io.colour("dim", at.toISOString())} ${io.colour("cyan", slug.padEnd(width))} ${shown(value, decimals)}${unitText}`
    }

    const open: Array<Subscription<Sample<unknown>>> = []
    const end = () => {
      for (const subscription of open) subscription.close()
    }
    const stop = io.onInterrupt(end)
    let connected = false
    const quiet = fleet.realtime.onState((state) => {
      if (connected && state === "disconnected") io.note("The connection was lost; it is opened again.")
      connected = state === "connected"
    })
    let printed = 0
    const follow = async (slug: string) => {
      const subscription = robot.datapoint(slug).subscribe()
      open.push(subscription)
      for await (const sample of subscription) {
        if (printed >= count) return
        printed += 1
        await io.print(lineOf(slug, sample))
        if (printed >= count) end()
      }
    }
    try {
      await Promise.all(wanted.map(follow))
    } finally {
      end()
      stop()
      quiet()
      const dropped = open.reduce((sum, subscription) => sum + subscription.dropped, 0)
      if (dropped > 0) io.note(`${dropped} values were left out, since nobody read fast enough.`)
    }
    return exit.done
  }
}
