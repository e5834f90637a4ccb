import { resolve } from "node:path"
import { FleetError } from "../FleetError.ts"
import type { ConfigDraft } from "../types.gen.ts"
import { againstRobot } from "./againstRobot.ts"
import type { Connection } from "./Connection.ts"
import { Failure } from "./Failure.ts"
import { folderOf, Notes } from "./Folder.ts"
import type { Io } from "./Io.ts"
import { printIssues } from "./issues.ts"

const bases = (io: Io) => new Notes(folderOf(io), "drafts.json")
const baseName = (baseUrl: string, robotId: string, file: string) => `${baseUrl} ${robotId} ${resolve(file)}`

/** Remembers the draft that a file was made from, so that a push replaces no other. */
export const rememberBase = (io: Io, { baseUrl, draftTag }: Connection, robotId: string, file: string) =>
  bases(io).set(baseName(baseUrl, robotId, file), draftTag())

/** The file holds something else than a draft: a push compares it with whatever draft there is. */
export const forgetBase = (io: Io, { baseUrl }: Connection, robotId: string, file: string) =>
  bases(io).set(baseName(baseUrl, robotId, file), undefined)

const conflict = (robot: string, file: string) =>
  new Failure(`The draft of ${robot} is not the one that ${file} was made from (config_conflict).`, {
    hint:
      `Pull it beside your file and merge: \`fleet config pull ${JSON.stringify(robot)} --out other.yaml\`. ` +
      "Or replace it: `--force`."
  })

/** The tag that the draft must still have; undefined replaces whatever is there. */
const expectedTag = async (
  io: Io,
  connection: Connection,
  robot: { readonly id: string; readonly name: string },
  file: string,
  source: string
): Promise<string | undefined> => {
  const base = await bases(io).get(baseName(connection.baseUrl, robot.id, file))
  if (base !== undefined) return base
  const draft = await connection.fleet.request("config.draft", { params: { id: robot.id } })
  if (draft.source !== "" && draft.source !== source) throw conflict(robot.name, file)
  return connection.draftTag()
}

/** Makes a text the robot's draft. Answers the draft, its issues printed; null where it has errors. */
export const push = async (
  io: Io,
  connection: Connection,
  robot: { readonly id: string; readonly name: string },
  { file, force, source }: { readonly file: string; readonly source: string; readonly force: boolean }
): Promise<ConfigDraft | null> => {
  const tag = force ? undefined : await expectedTag(io, connection, robot, file, source)
  let draft: ConfigDraft
  try {
    draft = await connection.fleet.request("config.putDraft", {
      params: { id: robot.id },
      headers: tag === undefined ? {} : { "if-match": tag },
      body: { source }
    })
  } catch (error) {
    if (!FleetError.is(error)) throw error
    if (error.is("config_conflict")) throw conflict(robot.name, file)
    if (error.is("invalid_yaml")) {
      const { column, line, parse_error: why } = error.details
      await io.print(`${file}:${line ?? 1}:${column ?? 1}: ${io.colour("red", "error")} invalid_yaml ${why}`)
      return null
    }
    throw error
  }
  await rememberBase(io, connection, robot.id, file)
  const held = await againstRobot(connection.fleet, robot.id, draft)
  return (await printIssues(io, file, source, held)) ? null : held
}
