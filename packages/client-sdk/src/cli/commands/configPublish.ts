import { readFile } from "node:fs/promises"
import { readPublished } from "../../codegen/read.ts"
import { FleetError } from "../../FleetError.ts"
import { againstRobot } from "../againstRobot.ts"
import { changesOf, painted } from "../changes.ts"
import type { Command } from "../Command.ts"
import { push } from "../draft.ts"
import { exit, Failure, usageFailure } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"
import { printIssues } from "../issues.ts"

export const configPublish: Command = {
  name: "config publish",
  args: "<robot> [file]",
  minArgs: 1,
  maxArgs: 2,
  about: "Publish the draft of a robot's configuration, with a file after pushing that.",
  details: "Shows what changes (+ new, - gone, ~ changed) and asks before it publishes.",
  options: {
    yes: { about: "Publish without asking" },
    force: { about: "Push the file over a draft that somebody else changed" }
  },
  run: async ({ args: [name, file], connect, has, io }) => {
    if (!has("yes") && !io.interactive) {
      throw usageFailure("There is nobody to ask here.", "Add --yes to publish without asking.")
    }
    const source = file === undefined ? undefined : await readFile(file, "utf8")
    const connection = await connect()
    const { fleet } = connection
    const robot = await findRobot(fleet, name!)
    const params = { id: robot.id }
    const draft =
      source === undefined
        ? await againstRobot(fleet, robot.id, await fleet.request("config.draft", { params }))
        : await push(io, connection, robot, { file: file!, source, force: has("force") })
    if (draft === null) return exit.failed
    const label = file ?? "draft"
    const hasErrors = file === undefined && (await printIssues(io, label, draft.source, draft))
    if (hasErrors || draft.doc === null) throw new Failure(`The draft of ${robot.name} cannot be published.`)

    const published = await readPublished(fleet.request, robot.id)
    const before = (published?.doc ?? {}) as { readonly [key: string]: unknown }
    const changes = changesOf(before, draft.doc)
    for (const line of changes) await io.print(painted(io, line))
    if (changes.length === 0) io.note("What the robot exposes does not change.")
    if (!has("yes")) {
      const answer = await io.ask(`Publish this to ${robot.name}? [y/N] `)
      if (!/^y(?:es)?$/i.test(answer)) throw new Failure("Nothing was published.")
      const { source: now } = await fleet.request("config.draft", { params })
      if (now !== draft.source) {
        throw new Failure(`The draft of ${robot.name} was changed meanwhile. Nothing was published.`, {
          hint: "Run this again to see what would be published now."
        })
      }
    }
    try {
      const { version } = await fleet.request("config.publish", { params })
      io.note(`Published version ${version} of ${robot.name}.`)
      return exit.done
    } catch (error) {
      if (!FleetError.is(error)) throw error
      const { details } = error as {
        readonly details?: { readonly issues?: typeof draft.issues; readonly more?: number }
      }
      if (details?.issues === undefined) throw error
      await printIssues(io, label, draft.source, { ...details, issues: details.issues })
      throw new Failure(`${error.message} (${error.code})`)
    }
  }
}
