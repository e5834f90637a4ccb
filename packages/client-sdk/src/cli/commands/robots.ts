import type { Command } from "../Command.ts"
import { exit } from "../Failure.ts"

export const robots: Command = {
  name: "robots",
  args: "",
  minArgs: 0,
  maxArgs: 0,
  about: "List the robots that you reach.",
  options: { json: { about: "One JSON object a line" } },
  run: async ({ connect, has, io }) => {
    const { fleet } = await connect()
    const { robots } = await fleet.robots.list()
    if (has("json")) {
      for (const robot of robots) await io.print(JSON.stringify(robot))
      return exit.done
    }
    if (robots.length === 0) io.note("There are no robots yet.")
    const width = Math.max(...robots.map(({ name }) => name.length))
    for (const { bridge_state: state, id, name, published_version: version } of robots) {
      const online = state.online ? io.colour("green", "online ") : io.colour("dim", "offline")
      await io.print(
        `${id}  ${name.padEnd(width)}  ${online}  ${version === null ? "unpublished" : `version ${version}`}`
      )
    }
    return exit.done
  }
}
